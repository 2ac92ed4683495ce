import type { OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { ListQuery } from '../../http/filter/list-query.ts';
import type { MachineField } from './listing.ts';
import {
  asksMachinesOnly,
  asksStatesOnly,
  findsNames,
  MACHINE_COLUMNS,
  MACHINES,
  machinesMatching,
  machinesWithIds,
  needsMachinesOnly,
  rowsWithIds,
} from './machine-sources.ts';
import { countOf, findByIndex, NO_PROFILE, sizesByName } from './name-index.ts';

/** How to find a page, and the order of its rows. */
export interface MachinePage {
  /** What `page` finds: `organization_id` and `machine_id`, or MACHINE_COLUMNS. */
  readonly finds: 'keys' | 'machines';
  readonly page: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

type Orders = Partial<Record<MachineField, unknown>>;

/**
 * Orders that an index fully covers: never null, followed by name and ID. Orders of reported fields use the states
 * table, which has the name for this purpose.
 */
const MACHINE_ORDERS: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  name: [sql`m.ordered_name`, sql`m.machine_id`],
  registeredAt: [sql`m.registered_at`, sql`m.ordered_name`, sql`m.machine_id`],
  deployment: [sql`m.deployment`, sql`m.ordered_name`, sql`m.machine_id`],
} satisfies Orders;
const STATE_ORDERS: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  // Online machines count as seen now, never connected ones at registration.
  lastSeen: [sql`s.gone_at`, sql`s.ordered_name`, sql`s.machine_id`],
  standing: [sql`s.standing`, sql`s.ordered_name`, sql`s.machine_id`],
  agentVersion: [sql`coalesce(s.agent_version, '') collate natural_order`, sql`s.ordered_name`, sql`s.machine_id`],
  // Of any profile: after a profile change, a machine sorts by its previous revision until it reports.
  appliedRevision: [sql`coalesce(s.applied_revision, 0)`, sql`s.ordered_name`, sql`s.machine_id`],
} satisfies Orders;

/** Up to this many matches are sorted. If there are more, a scan in index order finds a page quickly. */
const FEW = 2_000;
/**
 * Pages that end within so many rows read each machine and its state by its key. Beyond this offset, counting the rows
 * is worthwhile, because the other end may be nearer.
 */
const FAR = 500;

/**
 * The planner treats the security policy's condition and ours as independent, expects a tenth of the rows, and joins
 * 100,000 rows to sort for the first hundred. So the query plan is chosen here.
 */
export async function machinePage(tx: Tx, scope: OrganizationId | undefined, list: ListQuery): Promise<MachinePage> {
  const organizationId = scope ?? (await onlyOrganization(tx));
  const { where, limit, skip, asked } = list;
  const [first] = asked.order;
  const isPlain = first !== undefined && isIndexed(asked);
  const ids = organizationId && (await findByIndex(tx, organizationId, list));
  if (ids) {
    const terms = isPlain ? (MACHINE_ORDERS[first.field] ?? STATE_ORDERS[first.field]) : undefined;
    return pageOfIds(
      organizationId,
      ids,
      terms ? { ...list, order: directed(terms, first?.descending ?? false) } : list,
    );
  }
  if (!organizationId || !isPlain) return general(organizationId, list);

  const machineOrder = MACHINE_ORDERS[first.field];
  if (machineOrder) {
    const order = directed(machineOrder, first.descending);
    if (first.field === 'name' && findsNames(list)) {
      const names = directed([sql`s.ordered_name`, sql`s.machine_id`], first.descending);
      const states = sql`select s.organization_id, s.machine_id from ${machinesMatching(organizationId, list)}`;
      return { finds: 'keys', page: sql`${states} order by ${names} limit ${limit} offset ${skip}`, order };
    }
    if (asksStatesOnly(list)) return byMachines(tx, organizationId, { ...list, order });
    if (!asksMachinesOnly(list)) return general(organizationId, { ...list, order });
    if (asked.where.size === 0 && skip + limit <= FAR) {
      const machines = sql`select ${MACHINE_COLUMNS} from ${machinesMatching(organizationId, list)}`;
      return { finds: 'machines', page: sql`${machines} order by ${order} limit ${limit} offset ${skip}`, order };
    }
    // No joins, not even unused ones: the index would have to contain their keys.
    const machines = sql`select m.organization_id, m.machine_id from ${machinesMatching(organizationId, list)}`;
    return { finds: 'keys', page: sql`${machines} ${await endOf(tx, organizationId, list, machineOrder)}`, order };
  }
  if (first.field === 'profile' && asked.where.size === 0) return byProfile(tx, organizationId, list, first.descending);

  const stateOrder = STATE_ORDERS[first.field];
  if (!stateOrder) return general(organizationId, list);
  const order = directed(stateOrder, first.descending);
  const states = sql`select s.organization_id, s.machine_id from machine_states s`;
  const end = await endOf(tx, organizationId, list, stateOrder);
  if (asked.where.size === 0 || asksStatesOnly(list)) {
    return {
      finds: 'keys',
      page: sql`${states} where s.organization_id = ${organizationId} and ${where} ${end}`,
      order,
    };
  }
  const few = await fewMatches(tx, sql`select m.machine_id from ${machinesMatching(organizationId, list)}`);
  const page = few
    ? sql`select s.organization_id, s.machine_id from ${rowsWithIds(sql`machine_states`, organizationId, few)} as s ${end}`
    : sql`${states} cross join lateral (
          select from machines m
          left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
          where m.organization_id = s.organization_id and m.machine_id = s.machine_id and ${where} limit 1
        ) as matching
        where s.organization_id = ${organizationId} ${end}`;
  return { finds: 'keys', page, order };
}

/** Whether the caller's order is that of an index, read from either end: a field, the name, the ID. */
function isIndexed({ order, named }: ListQuery['asked']): boolean {
  const [first] = order;
  const indexed = first?.field === 'name' ? ['name', 'id'] : [first?.field, 'name', 'id'];
  return order
    .slice(0, named)
    .every(({ field, descending }, index) => field === indexed[index] && descending === first?.descending);
}

function general(organizationId: OrganizationId | undefined, { where, order, limit, skip }: ListQuery): MachinePage {
  const scope = organizationId ? sql`m.organization_id = ${organizationId}` : sql`true`;
  const page = sql`select m.organization_id, m.machine_id from ${MACHINES}
    where ${scope} and ${where} order by ${order} limit ${limit} offset ${skip}`;
  return { finds: 'keys', page, order };
}

/** The machines of a small set that the condition matches. */
function pageOfIds(organizationId: OrganizationId, ids: readonly string[], list: ListQuery): MachinePage {
  const { where, order, limit, skip } = list;
  const needs = needsMachinesOnly(list) ? 'machines' : 'states and profiles';
  const page = sql`select m.organization_id, m.machine_id from ${machinesWithIds(organizationId, ids, needs)}
    where ${where} order by ${order} limit ${limit} offset ${skip}`;
  return { finds: 'keys', page, order };
}

/** A page of an order over all machines, read from the nearer end. */
async function endOf(
  tx: Tx,
  organizationId: OrganizationId,
  { limit, skip, asked }: ListQuery,
  terms: readonly RawBuilder<unknown>[],
): Promise<RawBuilder<unknown>> {
  const descending = asked.order[0]?.descending ?? false;
  const all = asked.where.size === 0 && skip > FAR ? await countOf(tx, organizationId) : undefined;
  if (all === undefined || skip < all / 2) {
    return sql`order by ${directed(terms, descending)} limit ${limit} offset ${skip}`;
  }
  const taken = Math.min(limit, Math.max(0, all - skip));
  return sql`order by ${directed(terms, !descending)} limit ${taken} offset ${Math.max(0, all - skip - taken)}`;
}

/**
 * Profile by profile in the order of their names, machines without one last. Only the page's rows are read; earlier
 * ones are counted.
 */
async function byProfile(
  tx: Tx,
  organizationId: OrganizationId,
  { limit, skip }: ListQuery,
  descending: boolean,
): Promise<MachinePage> {
  const [direction, back] = descending ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`];
  const profiles = await sizesByName(tx, organizationId, direction);
  const parts: RawBuilder<unknown>[] = [];
  let [before, wanted] = [skip, limit];
  for (const { profile_id, machines } of profiles) {
    const taken = Math.min(wanted, Math.max(0, machines - before));
    if (taken > 0) {
      // From the nearer end.
      const after = machines - before - taken;
      const [from, passed] = before <= after ? [direction, before] : [back, after];
      parts.push(sql`(select organization_id, machine_id from machines
        where organization_id = ${organizationId} and coalesce(profile_id, ${NO_PROFILE}) = ${profile_id}
        order by ordered_name ${from}, machine_id ${from} limit ${taken} offset ${passed})`);
    }
    before = Math.max(0, before - machines);
    wanted -= taken;
  }
  const nothing = sql`select organization_id, machine_id from machines where false`;
  return {
    finds: 'keys',
    page: parts.length > 0 ? sql.join(parts, sql` union all `) : nothing,
    order: sql`p.name collate natural_order ${direction} nulls last, m.ordered_name ${direction}, m.machine_id ${direction}`,
  };
}

/** Most callers see the machines of one organization, whether or not the call names it. */
async function onlyOrganization(tx: Tx): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ ids: OrganizationId[] }>`select visible_organizations() as ids`.execute(tx);
  const ids = rows[0]?.ids ?? [];
  return ids.length === 1 ? ids[0] : undefined;
}

/** The machines in an order whose states match a condition. */
async function byMachines(tx: Tx, organizationId: OrganizationId, list: ListQuery): Promise<MachinePage> {
  const { where, order, limit, skip } = list;
  const end = sql`order by ${order} limit ${limit} offset ${skip}`;
  const few = await fewMatches(tx, sql`select s.machine_id from ${machinesMatching(organizationId, list)}`);
  if (few) {
    const machines = rowsWithIds(sql`machines`, organizationId, few);
    return { finds: 'keys', page: sql`select m.organization_id, m.machine_id from ${machines} as m ${end}`, order };
  }
  const page = sql`select m.organization_id, m.machine_id from machines m
    cross join lateral (
      select from machine_states s
      where s.organization_id = ${organizationId} and s.machine_id = m.machine_id and ${where} limit 1
    ) as matching
    where m.organization_id = ${organizationId} ${end}`;
  return { finds: 'keys', page, order };
}

/** The IDs that a query finds, unless there are too many. */
async function fewMatches(tx: Tx, query: RawBuilder<unknown>): Promise<string[] | undefined> {
  const { rows } = await sql<{ machine_id: string }>`
    select machine_id from (${query} limit ${FEW + 1}) few`.execute(tx);
  return rows.length > FEW ? undefined : rows.map(({ machine_id }) => machine_id);
}

function directed(terms: readonly RawBuilder<unknown>[], descending: boolean): RawBuilder<unknown> {
  return sql.join(terms.map((term) => (descending ? sql`${term} desc` : term)));
}
