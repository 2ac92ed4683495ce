import { type Profile, type ProfileRevision, ProfileSummary } from '@berth/contract/api/profiles';
import { sql } from 'kysely';
import type { Listing } from '../../http/filter/parse.ts';
import { maskDefinition, type SealedDefinition } from './definition/secrets.ts';
import type { ProfileRow } from './store.ts';
import type { RevisionRow } from './store-revisions.ts';

/** A profile without its definition. */
export function presentSummary(row: ProfileRow): ProfileSummary {
  return {
    id: row.profile_id,
    name: row.name,
    organizationId: row.organization_id,
    deployment: row.deployment,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** A profile as its editors see it. */
export function presentProfile(row: ProfileRow, definition: SealedDefinition): Profile {
  return { ...presentSummary(row), definition: maskDefinition(definition) };
}

export function presentRevision({ revision, author, created_at, note }: RevisionRow): ProfileRevision {
  return { revision, author, createdAt: created_at, note };
}

/** The filters and fields of the profile list. */
export const profileListing: Listing = {
  fields: {
    id: { kind: 'uuid', expression: () => sql`p.profile_id` },
    name: { kind: 'text', natural: true, expression: () => sql`p.name` },
    organizationId: { kind: 'uuid', expression: () => sql`p.organization_id` },
    deployment: { kind: 'text', expression: () => sql`p.deployment` },
    revision: { kind: 'integer', expression: () => sql`p.revision` },
    createdAt: { kind: 'instant', expression: () => sql`p.created_at` },
    updatedAt: { kind: 'instant', expression: () => sql`p.updated_at` },
    updatedBy: { kind: 'text', expression: () => sql`p.updated_by` },
  },
  replyFields: Object.keys(ProfileSummary.properties),
  defaultOrder: [
    { field: 'name', descending: false },
    { field: 'id', descending: false },
  ],
};
