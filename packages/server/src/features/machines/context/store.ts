import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { SealedDocument } from '../../../platform/sealed-secrets.ts';
import type { Key } from '../store.ts';

/** A machine's own settings, secrets sealed; the revision rises by one with every change. */
export interface StoredContext {
  readonly document: SealedDocument;
  readonly revision: number;
}

export async function findContext(tx: Tx, key: Key): Promise<StoredContext | undefined> {
  const row = await byKey(tx, key).executeTakeFirst();
  return row && { document: row.context as SealedDocument, revision: row.context_revision };
}

/** The same, locked until the transaction ends. */
export async function lockContext(tx: Tx, key: Key): Promise<StoredContext | undefined> {
  const row = await byKey(tx, key).forUpdate().executeTakeFirst();
  return row && { document: row.context as SealedDocument, revision: row.context_revision };
}

export async function saveContext(tx: Tx, { organizationId, machineId }: Key, context: SealedDocument): Promise<void> {
  await sql`
    update machines set context = ${JSON.stringify(context)}::jsonb, context_revision = context_revision + 1
    where organization_id = ${organizationId} and machine_id = ${machineId}`.execute(tx);
}

function byKey(tx: Tx, { organizationId, machineId }: Key) {
  return tx
    .selectFrom('machines')
    .select(['context', 'context_revision'])
    .where('organization_id', '=', organizationId)
    .where('machine_id', '=', machineId);
}
