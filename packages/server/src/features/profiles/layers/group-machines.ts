import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Group } from './groups.ts';

interface Some {
  /** Only of these machines. */
  readonly among?: readonly MachineId[] | undefined;
  readonly limit: number;
}

/** The first machines of groups, by name. */
export async function machinesOf(
  tx: Tx,
  organizationId: OrganizationId,
  groups: readonly Group[],
  { among, limit }: Some,
): Promise<{ readonly id: MachineId; readonly name: string }[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<{ id: MachineId; name: string }>`
    select m.machine_id as id, m.name from machines m
      left join layers l on l.organization_id = m.organization_id and l.machine_id = m.machine_id
      where m.organization_id = ${organizationId} and ${isIn(groups)}
        and (${among === undefined} or m.machine_id = any (${[...(among ?? [])]}::text[]))
      order by m.ordered_name, m.machine_id limit ${limit}`.execute(tx);
  return rows;
}

/** How many of these machines are in the groups. */
export async function countAmong(
  tx: Tx,
  organizationId: OrganizationId,
  groups: readonly Group[],
  ids: readonly MachineId[],
): Promise<number> {
  if (groups.length === 0 || ids.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${[...ids]}::text[]) as given (id)
      join machines m on m.organization_id = ${organizationId} and m.machine_id = given.id
      left join layers l on l.organization_id = m.organization_id and l.machine_id = m.machine_id
      where ${isIn(groups)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Whether machine `m` with its own layer `l` is in one of the groups. */
function isIn(groups: readonly Group[]): RawBuilder<boolean> {
  const named = groups.map(({ profileId, tags, machineId }) => ({ profileId, tags, machineId }));
  return sql<boolean>`(m.profile_id, m.tags, coalesce(l.machine_id, '')) in (
    select (g ->> 'profileId')::uuid, array(select jsonb_array_elements_text(g -> 'tags')),
        coalesce(g ->> 'machineId', '')
      from jsonb_array_elements(${JSON.stringify(named)}::jsonb) as g
  )`;
}
