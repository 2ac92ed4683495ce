import { LANGUAGES } from '@berth/contract/rules/languages';
import { describe, expect, it } from 'vitest';
import { composeMail } from './compose.ts';
import { MAIL_TEXTS, type MailKind } from './texts.ts';

const kinds = Object.keys(MAIL_TEXTS.eng).filter((key): key is MailKind => key !== 'linkHint' && key !== 'footer');
const link = 'https://berth.example/session/login?verify=a&b="c"';

describe.each(LANGUAGES)('mails in %s', (language) => {
  it.each(kinds)('%s carries code, link and time in both forms', (kind) => {
    const { subject, text, html } = composeMail({ kind, language, code: '012345', link, minutes: 30 });
    expect(subject).toContain('Berth');
    expect(text).toContain('012345');
    expect(text).toContain(link);
    expect(text).not.toContain('{');
    expect(html).toContain('>012345<');
    const button = MAIL_TEXTS[language][kind].action !== null;
    expect(html.includes('href="')).toBe(button);
    if (button) expect(html).toContain('href="https://berth.example/session/login?verify=a&amp;b=&quot;c&quot;"');
    if (kind === 'verifyEmail' || kind === 'resetPassword') expect(text).toContain('30');
  });

  it('differs from the other languages in every text', () => {
    const others = LANGUAGES.filter((other) => other !== language);
    for (const kind of kinds) {
      for (const other of others) {
        expect(MAIL_TEXTS[language][kind].subject).not.toBe(MAIL_TEXTS[other][kind].subject);
        expect(MAIL_TEXTS[language][kind].body).not.toEqual(MAIL_TEXTS[other][kind].body);
      }
    }
  });
});
