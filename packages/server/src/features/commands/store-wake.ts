import type { Hardware } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** A machine and what it reported of its network. */
export interface NetworkedMachine {
  readonly machineId: MachineId;
  readonly interfaces: NonNullable<Hardware['interfaces']> | null;
}

/** What machines reported of their networks. */
export async function findInterfaces(
  tx: Tx,
  organizationId: OrganizationId,
  machineIds: readonly MachineId[],
): Promise<NetworkedMachine[]> {
  const { rows } = await sql<NetworkedMachine>`
    select machine_id as "machineId", hardware -> 'interfaces' as interfaces from machine_states
    where organization_id = ${organizationId} and machine_id = any (${[...machineIds]}::text[])`.execute(tx);
  return rows;
}

/**
 * The same of connected machines in IPv4 networks.
 *
 * @param prefixes of the addresses, to the last dot, such as 192.0.2.
 */
export async function findNeighbors(
  tx: Tx,
  organizationId: OrganizationId,
  prefixes: readonly string[],
): Promise<NetworkedMachine[]> {
  const { rows } = await sql<NetworkedMachine>`
    select machine_id as "machineId", hardware -> 'interfaces' as interfaces from machine_states
    where organization_id = ${organizationId} and gone_at = 'infinity'
      and substring(ip_address from '^\\d+\\.\\d+\\.\\d+\\.') = any (${[...prefixes]}::text[])
    order by machine_id`.execute(tx);
  return rows;
}
