import type { OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '../../http/filter/list-query.ts';
import { type MachineField, STATES_BEHIND } from './listing.ts';

/** What joins states `s` and profiles `p` to machines `m`. Every machine has a state. */
export const JOINS = sql`
    left join machine_states s on s.organization_id = m.organization_id and s.machine_id = m.machine_id
    left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id`;
/** The same for a few machines. Finds each state by its key: the planner would rather read all of them. */
export const JOINS_BY_KEY = sql`
    left join lateral (
      select * from machine_states where organization_id = m.organization_id and machine_id = m.machine_id limit 1
    ) as s on true
    left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id`;

/** A join whose columns are not selected costs nothing. */
export const MACHINES = sql`machines m ${JOINS}`;

/** The columns of `machines m` that a list's rows and orders use. */
export const MACHINE_COLUMNS = sql`m.organization_id, m.machine_id, m.name, m.ordered_name, m.deployment, m.profile_id,
    m.registered_at, m.tags, m.held_revision, m.released_layers`;

/** The table that has a field of a list: `machines m`, `machine_states s`, or both joined. */
const SOURCES: Readonly<Record<MachineField, 'machines' | 'states' | 'joined'>> = {
  id: 'machines',
  name: 'machines',
  organizationId: 'machines',
  profileId: 'machines',
  profile: 'joined',
  deployment: 'machines',
  registeredAt: 'machines',
  tags: 'machines',
  search: 'states',
  online: 'machines',
  status: 'states',
  cloned: 'machines',
  down: 'machines',
  rebootNeeded: 'states',
  faulty: 'states',
  behind: 'states',
  away: 'states',
  unseen: 'states',
  bare: 'machines',
  standing: 'states',
  lastSeen: 'states',
  agentVersion: 'states',
  ipAddress: 'states',
  model: 'states',
  serial: 'states',
  loggedIn: 'states',
  desiredRevision: 'joined',
  appliedRevision: 'joined',
};
const SOURCE_OF: ReadonlyMap<string, string> = new Map(Object.entries(SOURCES));

/** Boolean fields with an index that covers the matching machines, with names. */
const NAMED: readonly MachineField[] = ['rebootNeeded', 'faulty', 'behind'];

/** Whether `machine_states s` alone suffices for a list's condition. */
export function asksStatesOnly({ asked }: ListQuery): boolean {
  return asked.where.size > 0 && [...asked.where].every((field) => SOURCE_OF.get(field) === 'states');
}

/** Whether `machines m` alone suffices for a list's condition. */
export function asksMachinesOnly({ asked }: ListQuery): boolean {
  return [...asked.where].every((field) => SOURCE_OF.get(field) === 'machines');
}

/** Whether it suffices for the list's order as well. */
export function needsMachinesOnly(list: ListQuery): boolean {
  return asksMachinesOnly(list) && list.asked.order.every(({ field }) => SOURCE_OF.get(field) === 'machines');
}

/** Whether an index covers the states of a condition, with names. */
export function findsNames({ asked: { sole } }: ListQuery): boolean {
  if (sole?.field === ('status' satisfies MachineField)) return true;
  return sole?.value === true && NAMED.some((field) => field === sole.field);
}

/**
 * The FROM clause for an organization's machines that match a list's condition: `machines m`, or states `s` if these
 * suffice. For outdated ones, an index provides key and name.
 */
export function machinesMatching(organizationId: OrganizationId, list: ListQuery): RawBuilder<unknown> {
  const { where, asked } = list;
  if (asked.sole?.field === ('behind' satisfies MachineField) && asked.sole.value === true) {
    return sql`(${STATES_BEHIND}) as s where s.organization_id = ${organizationId}`;
  }
  if (asksStatesOnly(list)) return sql`machine_states s where s.organization_id = ${organizationId} and ${where}`;
  const machines = asksMachinesOnly(list) ? sql`machines m` : MACHINES;
  return sql`${machines} where m.organization_id = ${organizationId} and ${where}`;
}

/**
 * The FROM clause for some of an organization's machines, each found by its key. The planner reads only the columns
 * that the surrounding query uses.
 */
export function machinesWithIds(
  organizationId: OrganizationId,
  ids: readonly string[],
  needs: 'machines' | 'states and profiles',
): RawBuilder<unknown> {
  const machines = rowsWithIds(sql`machines`, organizationId, ids);
  if (needs === 'machines') return sql`${machines} as m`;
  return sql`${machines} as m ${JOINS_BY_KEY}`;
}

/** Rows by key: otherwise the planner would read a whole index in order and look up each row in the list. */
export function rowsWithIds(table: RawBuilder<unknown>, organizationId: OrganizationId, ids: readonly string[]) {
  return sql`unnest(${[...ids]}::text[]) as found (id) cross join lateral (
    select * from ${table} where organization_id = ${organizationId} and machine_id = found.id limit 1
  )`;
}
