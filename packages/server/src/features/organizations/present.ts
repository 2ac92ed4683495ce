import { type ListedOrganization, Organization } from '@berth/contract/api/organizations';
import { sql } from 'kysely';
import type { Listing } from '../../http/filter/parse.ts';
import type { ListedRow, OrganizationRow } from './store.ts';

/** An organization as its members see it. */
export function presentOrganization(row: OrganizationRow): Organization {
  return {
    id: row.organization_id,
    name: row.name,
    owner: { email: row.owner_email },
    members: row.members.map(({ email, role }) => ({ email, role })),
    mgmtTier: row.mgmt_tier,
    proLapsed: row.pro_lapsed,
    role: row.role,
    revision: row.revision,
    createdAt: row.created_at,
  };
}

/** An organization in the list. One that only invited the person shows its name alone. */
export function presentListed(row: ListedRow): ListedOrganization {
  if (row.invited) return { id: row.organization_id, name: row.name, invited: true };
  return presentOrganization(row);
}

export const ORGANIZATION_FIELDS = Object.keys(Organization.properties);

/** The filters and fields of the organization list. */
export const organizationListing: Listing = {
  fields: {
    id: { kind: 'uuid', expression: () => sql`o.organization_id` },
    name: { kind: 'text', natural: true, expression: () => sql`o.name` },
    mgmtTier: { kind: 'text', expression: () => sql`o.mgmt_tier` },
    role: { kind: 'text', expression: () => sql`o.role` },
    invited: { kind: 'boolean', expression: () => sql`o.invited` },
    createdAt: { kind: 'instant', expression: () => sql`o.created_at` },
  },
  replyFields: [...ORGANIZATION_FIELDS, 'invited'],
  defaultOrder: [
    { field: 'name', descending: false },
    { field: 'id', descending: false },
  ],
};
