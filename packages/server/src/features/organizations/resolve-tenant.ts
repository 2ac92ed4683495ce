import { sql } from 'kysely';
import type { Membership, ResolveTenant, TenantLookup } from '../../http/tenancy.ts';

/**
 * The organization that a call is about, if its caller belongs to it. Always asked through the caller's memberships,
 * so that an id of somebody else's answers like one that does not exist.
 */
export const resolveTenant: ResolveTenant = async (tx, lookup) => {
  const { rows } = await sql<{ organizationId: Membership['organizationId']; role: Membership['role'] }>`
    select m.organization_id as "organizationId", m.role from memberships m
    where m.user_id = ${lookup.userId} and ${belongs(lookup)}`.execute(tx);
  return rows[0];
};

function belongs({ kind, id }: TenantLookup) {
  switch (kind) {
    case 'organization':
      return sql`m.organization_id = ${id}::uuid`;
    case 'profile':
      return sql`exists (select 1 from profiles p where p.organization_id = m.organization_id and p.profile_id = ${id}::uuid)`;
    case 'machine':
      return sql`exists (select 1 from machines c where c.organization_id = m.organization_id and c.machine_id = ${id})`;
  }
}
