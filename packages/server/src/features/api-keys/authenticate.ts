import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX } from '@berth/contract/rules/permissions';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Authenticate } from '../../http/authentication.ts';
import type { Clock } from '../../platform/clock.ts';
import { markKeyUsed } from './store.ts';

/**
 * Accepts API keys besides access tokens. Each call looks its key up, so that a key stops working at once when it is
 * deleted or its creator leaves.
 */
export function withApiKeys(people: Authenticate, { db, clock }: { db: Database; clock: Clock }): Authenticate {
  return async (token) => {
    if (!token.startsWith(API_KEY_PREFIX)) return people(token);
    const key = await asSystem(db, (tx) => markKeyUsed(tx, hashKey(token), new Date(clock.now())));
    if (!key) throw new ApiError('unauthenticated', 'API key unknown or expired.');
    const { userId, createdBy, id, name, organizationId, scopes } = key;
    return { userId, email: createdBy, permissions: [], apiKey: { id, name, organizationId, scopes } };
  };
}

const KEY_BYTES = 32;
const HINT_LENGTH = 4;

/** Creates a key of 256 random bits behind the prefix, with its hash and its last characters. */
export function newKey(): { readonly key: string; readonly hash: Buffer; readonly hint: string } {
  const key = API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, hash: hashKey(key), hint: key.slice(-HINT_LENGTH) };
}

/** The form in which a key is stored. */
function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
