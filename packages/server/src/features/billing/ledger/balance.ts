import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/** The credits that an organisation has now. */
export async function creditsOf(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const row = await tx
    .selectFrom('ledger_balances')
    .select('balance')
    .where('organization_id', '=', organizationId)
    .where('account', '=', 'credits')
    .where('unit', '=', 'credit')
    .executeTakeFirst();
  return row?.balance ?? 0;
}

/** Whether the ledger has a booking of this key. */
export async function isBooked(tx: Tx, organizationId: OrganizationId, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ledger_transactions where organization_id = ${organizationId} and key = ${key}`.execute(tx);
  return rows.length > 0;
}
