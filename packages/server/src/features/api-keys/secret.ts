import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX } from '@berth/contract/rules/api-keys';

const KEY_BYTES = 32;
const HINT_LENGTH = 4;

/** A new key: 256 random bits behind the prefix, its hash, and its last characters. */
export function newKey(): { readonly key: string; readonly hash: Buffer; readonly hint: string } {
  const key = API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, hash: hashKey(key), hint: key.slice(-HINT_LENGTH) };
}

/** How a key is kept. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
