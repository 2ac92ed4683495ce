import { AWAY_DAYS } from '@berth/contract/api/fleet';
import { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Listing } from '../../http/filter/parse.ts';

export const MACHINE_FIELDS = Object.keys(Machine.properties);

/** What to look after: the conditions behind an organisation's statistics, and fields of the list. */
export const WARNINGS = {
  rebootNeeded: sql<boolean>`(s.status = 'reboot-needed')`,
  faulty: sql<boolean>`(s.apply_error is not null)`,
  behind: sql<boolean>`(p.revision is not null and (s.applied_profile_id, s.applied_revision)
    is distinct from (m.profile_id, p.revision))`,
  away: sql<boolean>`(coalesce(s.last_seen, m.registered_at) < now() - make_interval(days => ${AWAY_DAYS}::int))`,
  bare: sql<boolean>`(m.profile_id is null)`,
};

/** What a list of machines can be asked for. `online` is asked only when a filter needs it. */
export function machineListing(online: () => readonly MachineId[]): Listing {
  return {
    fields: {
      id: { kind: 'text', expression: () => sql`m.machine_id` },
      name: {
        kind: 'text',
        expression: () => sql`m.name`,
        // Kept in lower case, and in the index that pages are found in.
        search: (pattern) => sql<boolean>`m.search like lower(${pattern})`,
      },
      organizationId: { kind: 'uuid', expression: () => sql`m.organization_id` },
      profileId: { kind: 'uuid', expression: () => sql`m.profile_id` },
      // The profile's name, to order by what a person reads.
      profile: { kind: 'text', expression: () => sql`p.name` },
      deployment: { kind: 'text', expression: () => sql`m.deployment` },
      registeredAt: { kind: 'instant', expression: () => sql`m.registered_at` },
      tags: { kind: 'texts', expression: () => sql`m.tags` },
      online: { kind: 'boolean', expression: () => sql`(m.machine_id = any (${[...online()]}::text[]))` },
      status: { kind: 'text', expression: () => sql`s.status` },
      rebootNeeded: { kind: 'boolean', expression: () => WARNINGS.rebootNeeded },
      faulty: { kind: 'boolean', expression: () => WARNINGS.faulty },
      behind: { kind: 'boolean', expression: () => WARNINGS.behind },
      away: { kind: 'boolean', expression: () => WARNINGS.away },
      bare: { kind: 'boolean', expression: () => WARNINGS.bare },
      // Online, updating, in need of a reboot, gone: to order by.
      standing: { kind: 'integer', expression: () => sql`s.standing` },
      lastSeen: { kind: 'instant', expression: () => sql`s.last_seen` },
      agentVersion: { kind: 'text', expression: () => sql`s.agent_version` },
      desiredRevision: { kind: 'integer', expression: () => sql`coalesce(m.held_revision, p.revision)` },
      appliedRevision: {
        kind: 'integer',
        expression: () => sql`case when s.applied_profile_id = m.profile_id then s.applied_revision end`,
      },
    },
    replyFields: MACHINE_FIELDS,
    defaultOrder: [
      { field: 'name', descending: false },
      { field: 'id', descending: false },
    ],
  };
}
