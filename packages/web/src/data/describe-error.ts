import type { Texts, Words } from '../i18n/texts.ts';
import { ApiError, SignedOutError } from './api-error.ts';

/** What a person is told about an error: the lines of the API error dialog (spec chapter 8). */
export interface ErrorDescription {
  readonly title: string;
  /** HTTP status; undefined when the call never reached the server or no call failed. */
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly message: string;
}

/** The one place where errors become words. Undefined for what nobody needs to be told. */
export function describeError(error: unknown, texts: Texts): ErrorDescription | undefined {
  if (error instanceof SignedOutError) return undefined;
  const title = texts.t('errors.api.title');
  if (!(error instanceof ApiError)) {
    return { title, status: undefined, code: undefined, message: texts.t('errors.unexpected') };
  }
  if (error.code === 'offline')
    return { title, status: undefined, code: undefined, message: texts.t('errors.offline') };
  const key = `errors.code.${error.code}`;
  const message = texts.has(key) ? texts.t(key) : error.message;
  const code = error.code === 'unknown' ? error.serverCode : error.code;
  return { title, status: error.status, code, message };
}

/** What a form's work throws that is to be refused in words of its own. */
export class FormError extends Error {
  readonly words: Words;
  constructor(words: Words) {
    super('The form says why.');
    this.words = words;
  }
}

/**
 * Why something was not done, to be kept and shown beside what a person filled in. A call that was not sent because
 * nobody is signed in is one of these: a form that heard nothing would say that it is done.
 */
export function errorWords(error: unknown): Words {
  if (error instanceof FormError) return error.words;
  if (error instanceof SignedOutError) return ({ t }) => t('errors.code.unauthenticated');
  return (texts) => describeError(error, texts)?.message ?? '';
}
