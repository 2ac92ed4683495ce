import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type ApiKey, createApiKey, deleteApiKey, listApiKeys } from '@berth/contract/api/api-keys';
import type { ApiKeyId } from '@berth/contract/ids';
import { API_KEY_PREFIX, API_KEYS_MAX } from '@berth/contract/rules/permissions';
import { cleanName } from '@berth/contract/rules/text';
import type { Database } from '../../db/connection.ts';
import { lockOrganization } from '../../db/organization-lock.ts';
import { asSystem } from '../../db/transaction.ts';
import { API_KEY_DELETED } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Authenticate } from '../../http/authentication.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ApiKeyRow, deleteKey, insertKey, listKeys, markKeyUsed } from './store.ts';

export function apiKeyRoutes({ bus, clock }: { readonly bus: Bus; readonly clock: Clock }): Route[] {
  return [createApiKeyRoute(clock), listApiKeysRoute, deleteApiKeyRoute(bus)];
}

function createApiKeyRoute(clock: Clock): Route {
  return route(createApiKey, async ({ body, caller, tx, organizationId, audit }) => {
    const now = clock.now();
    if (body.expiresAt !== null && Date.parse(body.expiresAt) <= now) {
      const faults = [{ path: '/expiresAt', rule: 'future', message: 'must be in the future' }];
      throw new ApiError('invalid-input', 'The expiration date must be in the future.', faults);
    }
    await lockOrganization(tx, organizationId);
    if ((await listKeys(tx, organizationId)).length >= API_KEYS_MAX) {
      throw new ApiError(
        'too-many-api-keys',
        `An organization can have at most ${API_KEYS_MAX} API keys. Revoke one you no longer need.`,
      );
    }
    const { key, hash, hint } = newKey();
    const id = randomUUID() as ApiKeyId;
    await insertKey(tx, organizationId, {
      id,
      hash,
      hint,
      name: cleanName(body.name),
      scopes: [...new Set(body.scopes)],
      userId: caller.userId,
      createdBy: caller.email,
      createdAt: new Date(now).toISOString(),
      expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt).toISOString(),
    });
    const row = (await listKeys(tx, organizationId)).find(({ key_id }) => key_id === id);
    if (!row) throw new Error('The new key was not found');
    audit({ target: { kind: 'api-key', id }, after: presentKey(row) });
    return { key, apiKey: presentKey(row) };
  });
}

const listApiKeysRoute = route(listApiKeys, async ({ tx, organizationId }) => {
  const rows = await listKeys(tx, organizationId);
  return rows.map(presentKey);
});

function deleteApiKeyRoute(bus: Bus): Route {
  return route(deleteApiKey, async ({ params, tx, organizationId, afterCommit, audit }) => {
    const row = await deleteKey(tx, organizationId, params.keyId);
    if (!row) throw new ApiError('not-found', 'API key not found.');
    audit({ before: presentKey(row) });
    afterCommit(() => bus.publish(API_KEY_DELETED, row.key_id));
    return null;
  });
}

function presentKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.key_id,
    name: row.name,
    scopes: [...row.scopes],
    hint: row.hint,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}

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
function newKey(): { readonly key: string; readonly hash: Buffer; readonly hint: string } {
  const key = API_KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  return { key, hash: hashKey(key), hint: key.slice(-HINT_LENGTH) };
}

/** Keys are stored as hashes. */
function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
