import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX } from '@berth/contract/rules/api-keys';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Authenticate } from '../../http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import { markKeyUsed } from './store.ts';

/**
 * Takes keys beside the access tokens of people. A key is looked up with every call, so that one that is deleted, or
 * whose person left, opens nothing from that moment on.
 */
export function withApiKeys(people: Authenticate, { db, clock }: { db: Database; clock: Clock }): Authenticate {
  return async (token) => {
    if (!token.startsWith(API_KEY_PREFIX)) return people(token);
    const key = await asSystem(db, (tx) => markKeyUsed(tx, hashKey(token), new Date(clock.now())));
    if (!key) throw new ApiError('unauthenticated', 'This key is unknown or has expired.');
    const { userId, createdBy, id, name, organizationId, scopes } = key;
    return { userId, email: createdBy, permissions: [], apiKey: { id, name, organizationId, scopes } };
  };
}

const KEY_BYTES = 32;
const HINT_LENGTH = 4;

/** A new key: 256 random bits behind the prefix, its hash, and its last characters. */
export function newKey(): { readonly key: string; readonly hash: Buffer; readonly hint: string } {
  const key = API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, hash: hashKey(key), hint: key.slice(-HINT_LENGTH) };
}

/** How a key is kept. */
function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
