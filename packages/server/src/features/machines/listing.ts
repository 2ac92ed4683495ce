import { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Listing } from '../../http/filter/parse.ts';

export const MACHINE_FIELDS = Object.keys(Machine.properties);

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
      deployment: { kind: 'text', expression: () => sql`m.deployment` },
      registeredAt: { kind: 'instant', expression: () => sql`m.registered_at` },
      tags: { kind: 'texts', expression: () => sql`m.tags` },
      online: { kind: 'boolean', expression: () => sql`(m.machine_id = any (${[...online()]}::text[]))` },
      status: { kind: 'text', expression: () => sql`s.status` },
      rebootNeeded: { kind: 'boolean', expression: () => sql`(s.status = 'reboot-needed')` },
      lastSeen: { kind: 'instant', expression: () => sql`s.last_seen` },
      agentVersion: { kind: 'text', expression: () => sql`s.agent_version` },
      desiredRevision: { kind: 'integer', expression: () => sql`p.revision` },
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
