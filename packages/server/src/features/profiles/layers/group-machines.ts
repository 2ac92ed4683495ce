import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { type Group, groupsOf } from './groups.ts';

interface Found {
  readonly id: MachineId;
  readonly name: string;
}

interface Some {
  /** Restricts the result to these machines. */
  readonly among?: readonly MachineId[] | undefined;
  /** Maximum number per set. */
  readonly limit: number;
}

/** Number of machines that are read by name first: most sets find enough among them. */
const READ_FIRST = 2_000;

/** The first machines of sets of groups, by name; a group is in one set. */
export async function machinesOf(
  tx: Tx,
  organizationId: OrganizationId,
  sets: readonly (readonly Group[])[],
  { among, limit }: Some,
): Promise<Found[][]> {
  if (sets.every((groups) => groups.length === 0)) return sets.map(() => []);
  const own = await ownOf(tx, organizationId);
  const first = async (groupsOfSets: typeof sets, machines: RawBuilder<unknown>) => {
    const setOf = new Map(groupsOfSets.flatMap((groups, set) => groups.flatMap(namesOf).map((name) => [name, set])));
    const found: Found[][] = sets.map(() => []);
    for (const { id, name, hash } of await readMachines(tx, organizationId, machines)) {
      const listed = found[setOf.get(own.has(id) ? id : hash) ?? -1];
      if (listed && listed.length < limit) listed.push({ id, name });
    }
    return found;
  };
  if (among) return first(sets, sql`m.machine_id = any (${[...among]}::text[]) order by m.ordered_name, m.machine_id`);

  const found = await first(sets, sql`true order by m.ordered_name, m.machine_id limit ${READ_FIRST}`);
  const missing = sets.map((groups, set) => {
    const machines = groups.reduce((total, group) => total + group.machines, 0);
    return (found[set]?.length ?? 0) < Math.min(limit, machines) ? groups : [];
  });
  if (missing.every((groups) => groups.length === 0)) return found;
  const others = await first(missing, inGroups(missing.flat()));
  return sets.map((_, set) => (missing[set]?.length ? others[set] : found[set]) ?? []);
}

/** How many of these machines are in the groups. */
export async function countAmong(
  tx: Tx,
  organizationId: OrganizationId,
  groups: readonly Group[],
  ids: readonly MachineId[],
): Promise<number> {
  if (groups.length === 0 || ids.length === 0) return 0;
  const names = new Set(groups.flatMap(namesOf));
  const counted = (await groupsOf(tx, organizationId, ids)).filter((group) =>
    namesOf(group).some((name) => names.has(name)),
  );
  return counted.reduce((total, { machines }) => total + machines, 0);
}

/** The keys that identify a group's machines: their group hashes, or the ID of its only machine. */
function namesOf({ machineId, hashes }: Group): readonly string[] {
  return machineId === null ? hashes : [machineId];
}

/** Machines with their own layer. */
async function ownOf(tx: Tx, organizationId: OrganizationId): Promise<ReadonlySet<MachineId>> {
  const rows = await tx
    .selectFrom('layers')
    .select('machine_id')
    .where('organization_id', '=', organizationId)
    .where('scope', '=', 'machine')
    .execute();
  return new Set(rows.flatMap(({ machine_id }) => machine_id ?? []));
}

async function readMachines(tx: Tx, organizationId: OrganizationId, machines: RawBuilder<unknown>) {
  const { rows } = await sql<Found & { readonly hash: string }>`
    select m.machine_id as id, m.name, m.group_hash::text as hash from machines m
      where m.organization_id = ${organizationId} and ${machines}`.execute(tx);
  return rows;
}

/** The machines of these groups, by name. Includes machines with the same hash that have their own layer. */
function inGroups(groups: readonly Group[]): RawBuilder<unknown> {
  const ids = groups.flatMap(({ machineId }) => machineId ?? []);
  const hashes = groups.flatMap((group) => group.hashes);
  return sql`(m.machine_id = any (${ids}::text[]) or m.group_hash = any (${hashes}::bigint[]))
    order by m.ordered_name, m.machine_id`;
}
