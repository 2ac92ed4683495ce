import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

/** A secret for a link: 256 bits, so a plain hash keeps it safe at rest. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** How a link's secret is kept. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A code that a person types: six digits, evenly distributed. */
export function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/**
 * How a short secret is kept: under a key that is not in the database, because a million guesses at a plain hash take
 * no time. The context (such as the row's id) makes equal codes look different.
 */
export function hashWithKey(key: Buffer, context: string, secret: string): Buffer {
  return createHmac('sha256', key).update(`${context}\n${secret}`).digest();
}

/** Compares without telling by time how much of a guess was right. */
export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
