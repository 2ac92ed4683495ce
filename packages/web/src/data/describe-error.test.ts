import { expect, it } from 'vitest';
import type { Texts } from '../i18n/texts.ts';
import { SignedOutError } from './api-error.ts';
import { describeError, errorWords } from './describe-error.ts';

// Texts that return their keys.
const texts = { t: (key: string) => key, has: () => true } as unknown as Texts;

it('a form whose call was not sent without a login says so, and does not report success', () => {
  const error = new SignedOutError('apiKeys.delete');
  expect(errorWords(error)(texts)).toBe('errors.code.unauthenticated');
  // No dialog: the page is being redirected to the login.
  expect(describeError(error, texts)).toBeUndefined();
});
