import type { OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { ListQuery } from '../../http/filter/list-query.ts';

/** Every machine has a state; a join whose columns nobody asks for costs nothing. */
export const MACHINES = sql`machines m
    left join machine_states s on s.organization_id = m.organization_id and s.machine_id = m.machine_id
    left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id`;

/** How to find a page's keys (`organization_id`, `machine_id`), and the order of its rows. */
interface MachinePage {
  readonly page: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}

/**
 * Orders that an index holds whole (migration 0068): never null, with the name and the id behind them. What the machine
 * reports is ordered by the state's table, which has the name for that.
 */
const MACHINE_ORDERS: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  name: [sql`m.name`, sql`m.machine_id`],
  registeredAt: [sql`m.registered_at`, sql`m.name`, sql`m.machine_id`],
  deployment: [sql`m.deployment`, sql`m.name`, sql`m.machine_id`],
};
const STATE_ORDERS: Readonly<Record<string, readonly RawBuilder<unknown>[]>> = {
  // Whoever is connected is seen now; whoever never was counts from the registration.
  lastSeen: [sql`s.gone_at`, sql`s.name`, sql`s.machine_id`],
  standing: [sql`s.standing`, sql`s.name`, sql`s.machine_id`],
  agentVersion: [sql`coalesce(s.agent_version, '')`, sql`s.name`, sql`s.machine_id`],
  // Of whichever profile: a machine that was just given another one stands by its former revision until it reports.
  appliedRevision: [sql`coalesce(s.applied_revision, 0)`, sql`s.name`, sql`s.machine_id`],
};

/** Fields of a filter that the state's table answers alone. */
const STATE_FIELDS = new Set(['status', 'rebootNeeded', 'faulty', 'standing', 'lastSeen', 'agentVersion']);
/** As many matches are sorted at once; with more of them, some are met soon enough in the order's own index. */
const FEW = 2_000;
const NO_PROFILE = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * The planner takes the security policy's condition and ours for two that narrow independently, expects a tenth of the
 * rows that come, and joins 100,000 of them to sort for the first hundred. So the way is chosen here.
 */
export async function machinePage(tx: Tx, scope: OrganizationId | undefined, list: ListQuery): Promise<MachinePage> {
  const organizationId = scope ?? (await onlyOrganization(tx));
  const { where, limit, skip, asked } = list;
  const [first, ...ties] = asked.order;
  const isPlain = first !== undefined && ties.every(({ field }) => field === 'name' || field === 'id');
  if (!organizationId || !isPlain) return general(organizationId, list);

  const machineOrder = MACHINE_ORDERS[first.field];
  if (machineOrder) {
    const order = directed(machineOrder, first.descending);
    return general(organizationId, { ...list, order });
  }
  if (first.field === 'profile' && asked.where.size === 0) return byProfile(organizationId, list, first.descending);

  const stateOrder = STATE_ORDERS[first.field];
  if (!stateOrder) return general(organizationId, list);
  const order = directed(stateOrder, first.descending);
  const states = sql`select s.organization_id, s.machine_id from machine_states s`;
  const end = sql`order by ${order} limit ${limit} offset ${skip}`;
  if ([...asked.where].every((field) => STATE_FIELDS.has(field))) {
    return { page: sql`${states} where s.organization_id = ${organizationId} and ${where} ${end}`, order };
  }
  const found = await fewMatches(tx, organizationId, where);
  const page = found
    ? sql`${states} where s.organization_id = ${organizationId} and s.machine_id = any (${found}::text[]) ${end}`
    : sql`${states} cross join lateral (
          select from machines m
          left join profiles p on p.organization_id = m.organization_id and p.profile_id = m.profile_id
          where m.organization_id = s.organization_id and m.machine_id = s.machine_id and ${where} limit 1
        ) as matching
        where s.organization_id = ${organizationId} ${end}`;
  return { page, order };
}

function general(organizationId: OrganizationId | undefined, { where, order, limit, skip }: ListQuery): MachinePage {
  const scope = organizationId ? sql`m.organization_id = ${organizationId}` : sql`true`;
  const page = sql`select m.organization_id, m.machine_id from ${MACHINES}
    where ${scope} and ${where} order by ${order} limit ${limit} offset ${skip}`;
  return { page, order };
}

/** Profile by profile in the order of their names, machines without one last: each is read as far as the page may reach. */
function byProfile(organizationId: OrganizationId, { limit, skip }: ListQuery, descending: boolean): MachinePage {
  const direction = descending ? sql`desc` : sql`asc`;
  const page = sql`
    select x.organization_id, x.machine_id from (
      select profile_id, name from profiles where organization_id = ${organizationId}
      union all select ${NO_PROFILE}, null
      order by name ${direction} nulls last
    ) as each
    cross join lateral (
      select m.organization_id, m.machine_id, m.name from machines m
      where m.organization_id = ${organizationId} and coalesce(m.profile_id, ${NO_PROFILE}) = each.profile_id
      order by m.name ${direction}, m.machine_id ${direction} limit ${limit + skip}
    ) as x
    order by each.name ${direction} nulls last, x.name ${direction}, x.machine_id ${direction}
    limit ${limit} offset ${skip}`;
  return { page, order: sql`p.name ${direction} nulls last, m.name ${direction}, m.machine_id ${direction}` };
}

/** Most people see the machines of one organisation, whether their call names it or not. */
async function onlyOrganization(tx: Tx): Promise<OrganizationId | undefined> {
  const { rows } = await sql<{ ids: OrganizationId[] }>`select visible_organizations() as ids`.execute(tx);
  const ids = rows[0]?.ids ?? [];
  return ids.length === 1 ? ids[0] : undefined;
}

/** All machines that a condition finds, unless there are many. */
async function fewMatches(
  tx: Tx,
  organizationId: OrganizationId,
  where: RawBuilder<boolean>,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ machine_id: string }>`
    select m.machine_id from ${MACHINES} where m.organization_id = ${organizationId} and ${where}
    limit ${FEW + 1}`.execute(tx);
  return rows.length > FEW ? undefined : rows.map(({ machine_id }) => machine_id);
}

function directed(terms: readonly RawBuilder<unknown>[], descending: boolean): RawBuilder<unknown> {
  return sql.join(terms.map((term) => (descending ? sql`${term} desc` : term)));
}
