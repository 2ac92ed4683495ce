import type { ReplyOf } from '@berth/contract/api/endpoint';
import type { countByProfile as countByProfileCall, FleetStatistics } from '@berth/contract/api/fleet';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { ListQuery } from '../../../http/filter/list-query.ts';
import { STATES_BEHIND } from '../listing.ts';
import { asksMachinesOnly, MACHINES, machinesMatching, machinesWithIds } from '../machine-sources.ts';
import { countOf, findByIndex } from '../name-index.ts';

/** The number of machines that a list's condition matches. */
export async function countMachines(tx: Tx, organizationId: OrganizationId, list: ListQuery): Promise<number> {
  if (list.asked.where.size === 0) return countOf(tx, organizationId);
  const ids = await findByIndex(tx, organizationId, list);
  const needs = asksMachinesOnly(list) ? 'machines' : 'states and profiles';
  const machines = ids
    ? sql`${machinesWithIds(organizationId, ids, needs)} where ${list.where}`
    : machinesMatching(organizationId, list);
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${machines}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The given machines that a condition matches. */
export async function findAmong(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly MachineId[],
  where: RawBuilder<boolean>,
): Promise<MachineId[]> {
  const { rows } = await sql<{ machine_id: MachineId }>`
    select m.machine_id from ${MACHINES}
    where m.organization_id = ${organizationId} and m.machine_id = any (${[...ids]}::text[]) and ${where}`.execute(tx);
  return rows.map(({ machine_id }) => machine_id);
}

/** Every tag, with how many of its machines a list's condition matches. */
export async function countTags(tx: Tx, organizationId: OrganizationId, list: ListQuery, limit: number) {
  const { rows } = await sql<{ tag: string; machines: number }>`
    select tag, count(*) filter (where ${list.where}) as machines
    from ${asksMachinesOnly(list) ? sql`machines m` : MACHINES}, unnest(m.tags) as tag
    where m.organization_id = ${organizationId} group by tag order by machines desc, tag collate natural_order limit ${limit}`.execute(
    tx,
  );
  return rows;
}

export async function listHours(tx: Tx, organizationId: OrganizationId, days: number) {
  const { rows } = await sql<FleetStatistics['hours'][number]>`
    select hour as at, online, total from fleet_hours
    where organization_id = ${organizationId} and hour > now() - make_interval(days => ${days}::int)
    order by hour`.execute(tx);
  return rows;
}

export async function countVersions(tx: Tx, organizationId: OrganizationId) {
  const { rows } = await sql<FleetStatistics['versions'][number]>`
    select s.agent_version as version, count(*) as machines from machine_states s
    where s.organization_id = ${organizationId} group by 1 order by 2 desc, 1 limit 20`.execute(tx);
  return rows;
}

export async function countDeployments(tx: Tx, organizationId: OrganizationId) {
  const { rows } = await sql<FleetStatistics['deployments'][number]>`
    select m.deployment, count(*) as machines from machines m
    where m.organization_id = ${organizationId} group by 1 order by 2 desc, 1`.execute(tx);
  return rows;
}

/** Counts the machines of each profile; profiles without machines are omitted. */
export async function countByProfile(tx: Tx, organizationId: OrganizationId, online: readonly MachineId[]) {
  const { rows } = await sql<ReplyOf<typeof countByProfileCall>[number]>`
    select p.profile_id as "profileId", count(*) as machines,
      count(*) filter (where m.machine_id = any (${[...online]}::text[])) as online,
      count(*) filter (where m.machine_id in (select machine_id from (${STATES_BEHIND}) as behind)) as outdated
    from machines m
    join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
    where m.organization_id = ${organizationId} group by 1`.execute(tx);
  return rows;
}
