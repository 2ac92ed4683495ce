import { expect, it } from 'vitest';
import { escapeHtml, textsIn } from './texts.ts';

it('does not read placeholders in values', () => {
  const values = { inviter: '{organization}', organization: '<b>{inviter}</b>' };
  expect(textsIn('eng').t('mails.invitation.body', values)).toContain(
    '{organization} invited you to join the organization <b>{inviter}</b>',
  );
});

it('fails for a missing value', () => {
  expect(() => textsIn('eng').t('mails.verifyEmail.body')).toThrow('{minutes}');
});

it('splits a text into paragraphs', () => {
  expect(textsIn('eng').paragraphs('mails.verifyEmail.body', { minutes: 1 })).toEqual([
    'Enter this code on the login page, or open the link.',
    'The code and the link expire in 1 minute.',
  ]);
});

it('escapes markup', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
});
