import type { Hardware } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** A machine and what it reported of its network. */
export interface NetworkedMachine {
  readonly machineId: MachineId;
  readonly interfaces: NonNullable<Hardware['interfaces']> | null;
}

/** What machines reported of their networks. */
export function findInterfaces(
  tx: Tx,
  organizationId: OrganizationId,
  machineIds: readonly MachineId[],
): Promise<NetworkedMachine[]> {
  return reported(tx, sql`organization_id = ${organizationId} and machine_id = any (${[...machineIds]}::text[])`);
}

/**
 * The same of connected machines in IPv4 networks.
 *
 * @param prefixes of the addresses, to the last dot, such as 192.0.2.
 */
export function findNeighbors(
  tx: Tx,
  organizationId: OrganizationId,
  prefixes: readonly string[],
): Promise<NetworkedMachine[]> {
  const prefix = sql`substring(ip_address from '^\\d+\\.\\d+\\.\\d+\\.')`;
  return reported(
    tx,
    sql`organization_id = ${organizationId} and gone_at = 'infinity' and ${prefix} = any (${[...prefixes]}::text[])`,
  );
}

async function reported(tx: Tx, where: RawBuilder<unknown>): Promise<NetworkedMachine[]> {
  const { rows } = await sql<NetworkedMachine>`
    select machine_id as "machineId", hardware -> 'interfaces' as interfaces from machine_states
    where ${where} order by machine_id`.execute(tx);
  return rows;
}
