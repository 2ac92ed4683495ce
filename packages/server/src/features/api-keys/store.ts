import type { ApiKeyId, OrganizationId, UserId } from '@berth/contract/ids';
import type { ApiKeyScope } from '@berth/contract/rules/permissions';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';

const COLUMNS = columnsOf('api_keys', [
  'key_id',
  'name',
  'scopes',
  'hint',
  'created_by',
  'created_at',
  'expires_at',
  'last_used_at',
]);
export type ApiKeyRow = RowOf<typeof COLUMNS, { readonly scopes: readonly ApiKeyScope[] }>;

export interface NewApiKey {
  readonly id: ApiKeyId;
  readonly hash: Buffer;
  readonly hint: string;
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly userId: UserId;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

export async function insertKey(tx: Tx, organizationId: OrganizationId, key: NewApiKey): Promise<void> {
  await sql`
    insert into api_keys (
      organization_id, key_id, key_hash, hint, name, scopes, user_id, created_by, created_at, expires_at
    ) values (
      ${organizationId}, ${key.id}, ${key.hash}, ${key.hint}, ${key.name}, ${[...key.scopes]}::text[], ${key.userId},
      ${key.createdBy}, ${key.createdAt}, ${key.expiresAt}
    )`.execute(tx);
}

export async function listKeys(tx: Tx, organizationId: OrganizationId): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select ${COLUMNS} from api_keys where organization_id = ${organizationId} order by created_at desc, key_id`.execute(
    tx,
  );
  return rows;
}

/** Deletes and returns a key; undefined if there is none. */
export async function deleteKey(tx: Tx, organizationId: OrganizationId, id: ApiKeyId): Promise<ApiKeyRow | undefined> {
  const { rows } = await sql<ApiKeyRow>`
    delete from api_keys where organization_id = ${organizationId} and key_id = ${id} returning ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** A key in use, and the person it acts for. */
export interface UsedKey {
  readonly organizationId: OrganizationId;
  readonly id: ApiKeyId;
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly userId: UserId;
  readonly createdBy: string;
}

/** Finds a key that has not expired, and records its use. Runs as the system, since only the key names its tenant. */
export async function markKeyUsed(tx: Tx, hash: Buffer, now: Date): Promise<UsedKey | undefined> {
  const { rows } = await sql<UsedKey>`
    select organization_id as "organizationId", key_id as id, name, scopes, user_id as "userId",
      created_by as "createdBy"
    from use_api_key(${hash}, ${now.toISOString()}::timestamptz)`.execute(tx);
  return rows[0];
}
