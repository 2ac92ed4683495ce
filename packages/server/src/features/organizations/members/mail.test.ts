import { LANGUAGES } from '@berth/contract/rules/languages';
import { describe, expect, it } from 'vitest';
import { composeInvitation } from './mail.ts';

describe.each(LANGUAGES)('an invitation in %s', (language) => {
  const link = 'https://berth.example/manage/org/select?a=1&b=2';

  it('names organization, inviter and link, and escapes markup in names', () => {
    const names = { organization: 'Tom & <Jerry>', inviter: 'boss@example.org' };
    const { subject, text, html } = composeInvitation(language, names, link);
    expect(subject).toContain('Tom & <Jerry>');
    expect(text).toContain('boss@example.org');
    expect(text).toContain(link);
    expect(text).not.toContain('{');
    expect(html).toContain('Tom &amp; &lt;Jerry&gt;');
    expect(html).toContain('href="https://berth.example/manage/org/select?a=1&amp;b=2"');
    expect(html).not.toContain('<Jerry>');
  });

  it('does not read placeholders in names', () => {
    const { text } = composeInvitation(language, { organization: '{inviter}', inviter: 'x@example.org' }, link);
    expect(text).toContain('{inviter}');
  });
});
