import { expect, it } from 'vitest';
import type { Texts } from '../i18n/texts.ts';
import { SignedOutError } from './api-error.ts';
import { describeError, errorWords } from './describe-error.ts';

// Texts that answer with their keys.
const texts = { t: (key: string) => key, has: () => true } as unknown as Texts;

it('A form whose call was not sent for want of a login says so, and is not told that it is done', () => {
  const error = new SignedOutError('apiKeys.delete');
  expect(errorWords(error)(texts)).toBe('errors.code.unauthenticated');
  // No dialog: the page is on its way to the login.
  expect(describeError(error, texts)).toBeUndefined();
});
