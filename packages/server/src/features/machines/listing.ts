import { AWAY_DAYS, DOWN_MINUTES } from '@berth/contract/api/fleet';
import { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import { sql } from 'kysely';
import type { FilterFields } from '../../http/filter/grammar.ts';
import type { Listing } from '../../http/filter/parse.ts';

export const MACHINE_FIELDS = Object.keys(Machine.properties);

/** The organizations with layers. */
export const LAYERED = sql`(array(select distinct organization_id from layers))`;

/**
 * States of machines that do not show their profile's newest revision: the ranges before and after it in an index
 * (machine_states_step, with names), so that the many up-to-date machines are not read. Excludes machines that a
 * rollout holds at the revision they show. In organizations with layers, includes machines that show the right revision
 * with other layers. Applicable layers are computed once for all machines with the same tags, unless a machine has its
 * own layer: without `materialized`, they would be computed for each machine. The left join tells the planner that no
 * machine is filtered out, so that it joins the states by hash.
 */
export const STATES_BEHIND = sql`
  select b.organization_id, b.machine_id, b.ordered_name from profiles q, machine_states b
    where b.organization_id = q.organization_id and b.profile_id = q.profile_id and b.step < q.revision
      and not exists (
        select from machines h
          where h.organization_id = b.organization_id and h.machine_id = b.machine_id and h.held_revision = b.step
      )
  union all
  select b.organization_id, b.machine_id, b.ordered_name from profiles q, machine_states b
    where b.organization_id = q.organization_id and b.profile_id = q.profile_id and b.step > q.revision
  union all
  (
    with shared as materialized (
      select t.organization_id, t.tags, t.released_layers,
          layers_digest(layers_of_machine(t.organization_id, '', t.tags, t.released_layers)) as digest
        from (
          select distinct organization_id, tags, released_layers from machines where organization_id = any (${LAYERED})
        ) as t
    ), own as materialized (
      select organization_id, machine_id from layers where scope = 'machine'
    )
    select b.organization_id, b.machine_id, b.ordered_name from machines h
      left join shared e on e.organization_id = h.organization_id and e.tags = h.tags
        and e.released_layers = h.released_layers
      left join own on own.organization_id = h.organization_id and own.machine_id = h.machine_id
      join profiles q on q.organization_id = h.organization_id and q.profile_id = h.profile_id
      join machine_states b on b.organization_id = h.organization_id and b.machine_id = h.machine_id
      where h.organization_id = any (${LAYERED}) and b.step = coalesce(h.held_revision, q.revision)
        and b.applied_digest is distinct from case when own.machine_id is null then e.digest
          else layers_digest(layers_of_machine(h.organization_id, h.machine_id, h.tags, h.released_layers)) end
  )
  union all
  select b.organization_id, b.machine_id, b.ordered_name from profiles q, machine_states b, machines h
    where b.organization_id = q.organization_id and b.profile_id = q.profile_id
      and h.organization_id = b.organization_id and h.machine_id = b.machine_id
      and b.step = coalesce(h.held_revision, q.revision)
      and b.applied_digest is not null and b.organization_id <> all (${LAYERED})`;
const BEHIND = sql`(s.machine_id in (select machine_id from (${STATES_BEHIND}) as behind))`;

const CLONED = sql`(m.machine_id in (select machine_id from machine_clones where last_at > now() - clone_gap()))`;

/** Asked of the few organizations and tags with this setting first: the others' machines are not read. */
const DOWN = sql`(m.machine_id in (
  select d.machine_id from organizations o
    join machines w on w.organization_id = o.organization_id and w.tags && o.always_on_tags
    join machine_states d on d.organization_id = w.organization_id and d.machine_id = w.machine_id
    where o.always_on_tags <> '{}' and d.gone_at < now() - make_interval(mins => ${DOWN_MINUTES}::int)
))`;

/** A field that lists of machines can be filtered and sorted by. */
export type MachineField = keyof ReturnType<typeof fieldsOf>;

/** The fields of a list of machines. `online` is called only if a filter needs it. */
export function machineListing(online: () => readonly MachineId[]): Listing {
  return {
    fields: fieldsOf(online),
    replyFields: MACHINE_FIELDS,
    defaultOrder: [
      { field: 'name', descending: false },
      { field: 'id', descending: false },
    ],
  };
}

function fieldsOf(online: () => readonly MachineId[]) {
  return {
    id: { kind: 'text', expression: () => sql`m.machine_id` },
    name: {
      kind: 'text',
      expression: () => sql`m.name`,
      ordered: { expression: () => sql`m.ordered_name`, operand: (name) => sql`name_for_order(${name})` },
      // Stored in lower case, and in the index that pages use.
      search: (pattern) => sql<boolean>`m.search like lower(${pattern})`,
    },
    organizationId: { kind: 'uuid', expression: () => sql`m.organization_id` },
    profileId: { kind: 'uuid', expression: () => sql`m.profile_id` },
    // Profiles sort by name.
    profile: { kind: 'text', natural: true, expression: () => sql`p.name` },
    deployment: { kind: 'text', expression: () => sql`m.deployment` },
    registeredAt: { kind: 'instant', expression: () => sql`m.registered_at` },
    tags: { kind: 'texts', expression: () => sql`m.tags` },
    // Name, tags, addresses, model, serial number, logged-in user, and note: for ilike.
    search: {
      kind: 'text',
      expression: () => sql`s.lookup`,
      search: (pattern) => sql<boolean>`s.lookup like lower(${pattern})`,
    },
    online: { kind: 'boolean', expression: () => sql`(m.machine_id = any (${[...online()]}::text[]))` },
    status: { kind: 'text', expression: () => sql`s.status` },
    cloned: { kind: 'boolean', expression: () => CLONED },
    down: { kind: 'boolean', expression: () => DOWN },
    rebootNeeded: { kind: 'boolean', expression: () => sql`(s.status = 'reboot-needed')` },
    faulty: { kind: 'boolean', expression: () => sql`(s.apply_error is not null)` },
    behind: { kind: 'boolean', expression: () => BEHIND },
    away: {
      kind: 'boolean',
      // Online machines count as seen at infinity, never connected ones at registration.
      expression: () => sql`(s.gone_at < now() - make_interval(days => ${AWAY_DAYS}::int))`,
    },
    unseen: {
      kind: 'boolean',
      expression: () => sql`(s.gone_at < now() - make_interval(days => ${MACHINE_LIST_MAX_AGE_DAYS}::int))`,
    },
    bare: { kind: 'boolean', expression: () => sql`(m.profile_id is null)` },
    // Sort order: online, updating, reboot needed, offline.
    standing: { kind: 'integer', expression: () => sql`s.standing` },
    lastSeen: { kind: 'instant', expression: () => sql`s.last_seen` },
    agentVersion: { kind: 'text', natural: true, expression: () => sql`s.agent_version` },
    ipAddress: { kind: 'text', natural: true, expression: () => sql`s.ip_address` },
    model: { kind: 'text', natural: true, expression: () => sql`s.model` },
    serial: { kind: 'text', natural: true, expression: () => sql`s.serial` },
    loggedIn: { kind: 'text', natural: true, expression: () => sql`s.logged_in` },
    desiredRevision: { kind: 'integer', expression: () => sql`coalesce(m.held_revision, p.revision)` },
    appliedRevision: {
      kind: 'integer',
      expression: () => sql`case when s.applied_profile_id = m.profile_id then s.applied_revision end`,
    },
  } as const satisfies FilterFields;
}
