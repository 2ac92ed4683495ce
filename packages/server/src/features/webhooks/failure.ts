import type { DeliveryFailure } from '@berth/contract/rules/webhooks';
import { AddressRefused, NoAnswer } from '../../platform/outbound/post.ts';

/** Why an attempt failed, and what was said of it. */
export interface Failure {
  readonly reason: DeliveryFailure;
  readonly words: string;
}

const REASONS: readonly (readonly [RegExp, DeliveryFailure])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL)$/, 'unknown-name'],
  [/^ETIMEDOUT$/, 'timed-out'],
  // OpenSSL's names for what is wrong with a certificate, and Node's for one of another name.
  [/CERT|UNABLE_TO_VERIFY|CRL|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)/, 'certificate'],
  [/^(?:EPROTO|ERR_SSL_|ERR_TLS_)/, 'insecure'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|HPE_)/, 'broken-off'],
];

/** An answer that is none from 200 to 299. */
export function refusedBy(status: number): Failure {
  if (status >= 300 && status < 400) return { reason: 'redirect', words: 'Redirects are not followed' };
  return { reason: 'status', words: `The receiver responded with ${status}` };
}

/** What ended a request before there was an answer. */
export function failureOf(error: unknown): Failure {
  return { reason: reasonOf(error), words: wordsOf(error) };
}

function reasonOf(error: unknown): DeliveryFailure {
  if (error instanceof AddressRefused) return 'not-public';
  if (error instanceof NoAnswer) return 'timed-out';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'other';
}

/** A name with several addresses fails with an error for each of them, and none of its own. */
function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(wordsOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
