import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Presence } from '../../gateway/presence.ts';
import { listQuery } from '../../http/filter/list-query.ts';
import { machineListing } from './listing.ts';

interface Selector {
  readonly machineIds?: readonly MachineId[];
  readonly tag?: string;
  readonly filter?: string;
}

interface Selected {
  readonly machineId: MachineId;
  readonly deployment: Deployment;
  /** As reported by the machine; null before its first report. */
  readonly timeZone: string | null;
}

/** Finds an organization's machines by ID, by tag, or by a list filter: all of them, or at most `limit`. */
export function machineSelector(presence: Presence) {
  return async (tx: Tx, organizationId: OrganizationId, selector: Selector, limit?: number): Promise<Selected[]> => {
    const { rows } = await sql<Selected>`
      select m.machine_id as "machineId", m.deployment, s.time_zone as "timeZone" from machines m
      left join machine_states s on s.organization_id = m.organization_id and s.machine_id = m.machine_id
      left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
      where m.organization_id = ${organizationId} and ${condition(selector, organizationId)}
      order by m.machine_id limit ${limit ?? null}`.execute(tx);
    return rows;
  };

  function condition({ machineIds, tag, filter }: Selector, organizationId: OrganizationId): RawBuilder<boolean> {
    if (machineIds) return sql`m.machine_id = any (${[...machineIds]}::text[])`;
    if (tag !== undefined) return sql`${tag} = any (m.tags)`;
    const listing = machineListing(() => presence.onlineIds(organizationId));
    return listQuery(filter, { ...listing, forChanges: true }).where;
  }
}
