import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const CODE_DIGITS = 6;

/** Creates the secret of a link: 256 bits, so that a plain hash is safe to store. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Hashes the secret of a link for storage. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Creates a random code of six digits for people to type. */
export function newCode(): string {
  return randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
}

/**
 * Hashes a short secret for storage with a key outside the database, because plain hashes of short codes are quickly
 * guessed. The context (such as the row's ID) makes hashes of equal codes differ.
 */
export function hashWithKey(key: Buffer, context: string, secret: string): Buffer {
  return createHmac('sha256', key).update(`${context}\n${secret}`).digest();
}

/** Compares in constant time. */
export function sameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
