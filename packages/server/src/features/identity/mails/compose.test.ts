import { LANGUAGES } from '@berth/contract/rules/languages';
import { describe, expect, it } from 'vitest';
import { composeMail, type LinkMail } from './compose.ts';

const link = 'https://berth.example/session/login?verify=a&b="c"';
const linkMails: readonly LinkMail[] = ['verifyEmail', 'alreadyRegistered', 'resetPassword', 'passwordChanged'];

describe.each(LANGUAGES)('mails in %s', (language) => {
  it.each(linkMails)('%s contains code and link as text and as HTML', (kind) => {
    const { subject, text, html } = composeMail({ kind, language, code: '012345', link, minutes: 30 });
    expect(subject).toContain('Berth');
    expect(text).toContain('012345');
    expect(text).toContain(link);
    expect(html).toContain('>012345<');
    expect(html).toContain('href="https://berth.example/session/login?verify=a&amp;b=&quot;c&quot;"');
    expect(html).not.toContain('"c"');
    if (kind === 'verifyEmail' || kind === 'resetPassword') expect(text).toContain('30');
  });

  it.each(['deletionCode', 'accountDeleted'] as const)('%s has no link', (kind) => {
    const { text, html } = composeMail({ kind, language, code: '012345', link: null, minutes: 15 });
    expect(text).toContain('012345');
    expect(html).not.toContain('href');
  });
});
