import type { OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** Under which machines without a profile are counted and ordered. */
export const NO_PROFILE = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** How many machines an organization has, as the database counts them along (machine_counts). */
export async function countOf(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { rows } = await sql<{ machines: number }>`
    select coalesce(sum(machines), 0)::bigint as machines from machine_counts
    where organization_id = ${organizationId}`.execute(tx);
  return rows[0]?.machines ?? 0;
}

/** How many of them show each profile, by the profiles' names; last those without one. */
export async function sizesByName(
  tx: Tx,
  organizationId: OrganizationId,
  direction: RawBuilder<unknown>,
): Promise<readonly { readonly profile_id: string; readonly machines: number }[]> {
  const { rows } = await sql<{ profile_id: string; machines: number }>`
    select n.profile_id, n.machines from machine_counts n
    left join profiles p on p.organization_id = n.organization_id and p.profile_id = n.profile_id
    where n.organization_id = ${organizationId} and n.machines > 0
    order by p.name collate natural_order ${direction} nulls last`.execute(tx);
  return rows;
}
