import type { Texts, Words } from '../i18n/texts.ts';
import { ApiError, SignedOutError } from './api-error.ts';
import { isAuthenticated } from './auth/person.ts';

/** An error as shown to the user: the lines of the API error dialog (spec chapter 8). */
export interface ErrorDescription {
  readonly title: string;
  /** HTTP status; undefined if the call never reached the server or no call failed. */
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly message: string;
}

/** The only place that turns errors into texts. Undefined for errors that need no message. */
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

/** Whether a call failed because the login has ended: the login page says so. */
export function isLoginEnded(error: unknown): boolean {
  const isRefused = error instanceof ApiError && error.code === 'unauthenticated';
  return (isRefused || error instanceof SignedOutError) && !isAuthenticated();
}

/** Thrown by a form's work, with a message of its own. */
export class FormError extends Error {
  readonly words: Words;
  constructor(words: Words) {
    super('The form says why.');
    this.words = words;
  }
}

/**
 * The reason of a failure, to keep and show in the form. Includes calls not sent because no one is logged in: without
 * an error the form would report success.
 */
export function errorWords(error: unknown): Words {
  if (error instanceof FormError) return error.words;
  if (error instanceof SignedOutError) return ({ t }) => t('errors.code.unauthenticated');
  return (texts) => describeError(error, texts)?.message ?? '';
}
