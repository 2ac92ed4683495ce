import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';

/** One period of one item on one machine. */
export interface Charge {
  readonly id: string;
  readonly machineId: MachineId;
  readonly machineName: string;
  readonly item: string;
  readonly number: number;
  readonly credits: number;
  readonly periodStart: string;
  readonly periodEnd: string;
  /** Null if free. */
  readonly bookingId: string | null;
}

/** Inserts charges; fails if an item already has a charge for the period. */
export async function insertCharges(tx: Tx, organizationId: OrganizationId, charges: readonly Charge[]): Promise<void> {
  if (charges.length === 0) return;
  await sql`
    insert into billing_charges (
      organization_id, charge_id, machine_id, item, number, credits, machine_name, period_start, period_end, transaction_id
    )
    select ${organizationId}::uuid, id, "machineId", item, number, credits, "machineName", "periodStart", "periodEnd",
      "bookingId"
    from jsonb_to_recordset(${JSON.stringify(charges)}::jsonb) as r (
      id uuid, "machineId" text, "machineName" text, item text, number integer, credits integer,
      "periodStart" timestamptz, "periodEnd" timestamptz, "bookingId" uuid
    )`.execute(tx);
}

/** Lists organizations with a billing account. Runs as the system. */
export async function billedOrganizations(tx: Tx): Promise<OrganizationId[]> {
  const { rows } = await sql<{ id: OrganizationId }>`select organization_id as id from billed_organizations()`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
