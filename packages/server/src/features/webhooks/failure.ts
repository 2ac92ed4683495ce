import type { DeliveryFailure } from '@berth/contract/rules/webhooks';
import { AddressError, NoAnswerError } from '../../platform/outbound/post.ts';

/** Why an attempt failed. */
export interface Failure {
  readonly reason: DeliveryFailure;
  readonly message: string;
}

const REASONS: readonly (readonly [RegExp, DeliveryFailure])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|ETIMEOUT)$/, 'unknown-name'],
  [/^ETIMEDOUT$/, 'timed-out'],
  // OpenSSL's certificate errors, and Node's for a wrong host name.
  [/CERT|UNABLE_TO_VERIFY|CRL|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)/, 'certificate'],
  [/^(?:EPROTO|ERR_SSL_|ERR_TLS_)/, 'insecure'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED|HPE_)/, 'broken-off'],
];

/** The failure of a response with a status outside 200 to 299. */
export function failureOfStatus(status: number): Failure {
  if (status >= 300 && status < 400) return { reason: 'redirect', message: 'Redirects are not followed' };
  return { reason: 'status', message: `The receiver responded with ${status}` };
}

/** The failure of a request without a response. */
export function failureOf(error: unknown): Failure {
  return { reason: reasonOf(error), message: messageOf(error) };
}

function reasonOf(error: unknown): DeliveryFailure {
  if (error instanceof AddressError) return 'not-public';
  if (error instanceof NoAnswerError) return 'timed-out';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS.find(([codes]) => codes.test(code))?.[1] ?? 'other';
}

// A name with several addresses fails with an AggregateError without a message.
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
