import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/connection.ts';
import { asSystem } from '../../../db/transaction.ts';
import type { SealedDocument } from '../../../platform/seal.ts';

export interface AuthRow {
  readonly auth: SealedDocument;
  readonly revision: number;
}

export async function findAuth(tx: Tx, organizationId: OrganizationId): Promise<AuthRow | undefined> {
  const row = await byId(tx, organizationId).select(['auth', 'auth_revision']).executeTakeFirst();
  return row && { auth: row.auth as SealedDocument, revision: row.auth_revision };
}

/** Finds the login settings and locks them until the transaction ends. */
export async function lockAuth(tx: Tx, organizationId: OrganizationId): Promise<AuthRow | undefined> {
  const row = await byId(tx, organizationId).select(['auth', 'auth_revision']).forUpdate().executeTakeFirst();
  return row && { auth: row.auth as SealedDocument, revision: row.auth_revision };
}

export async function saveAuth(tx: Tx, organizationId: OrganizationId, auth: SealedDocument): Promise<void> {
  await sql`
    update organizations set auth = ${JSON.stringify(auth)}::jsonb, auth_revision = auth_revision + 1
    where organization_id = ${organizationId}`.execute(tx);
}

export async function findShellCommands(tx: Tx, organizationId: OrganizationId): Promise<boolean> {
  const row = await byId(tx, organizationId).select('shell_commands').executeTakeFirst();
  return row?.shell_commands === true;
}

export async function setShellCommands(tx: Tx, organizationId: OrganizationId, allowed: boolean): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ shell_commands: allowed })
    .where('organization_id', '=', organizationId)
    .execute();
}

export async function findAlwaysOnTags(tx: Tx, organizationId: OrganizationId): Promise<string[]> {
  const row = await byId(tx, organizationId).select('always_on_tags').executeTakeFirst();
  return row?.always_on_tags ?? [];
}

export async function setAlwaysOnTags(tx: Tx, organizationId: OrganizationId, tags: readonly string[]): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ always_on_tags: [...tags] })
    .where('organization_id', '=', organizationId)
    .execute();
}

/** Deletes an organization with everything in it; false if it does not exist. */
export async function deleteOrganization(db: Database, organizationId: OrganizationId): Promise<boolean> {
  const { rows } = await asSystem(db, (tx) =>
    sql<{ deleted: boolean }>`select delete_organization(${organizationId}::uuid) as deleted`.execute(tx),
  );
  return rows[0]?.deleted === true;
}

function byId(tx: Tx, organizationId: OrganizationId) {
  return tx.selectFrom('organizations').where('organization_id', '=', organizationId);
}
