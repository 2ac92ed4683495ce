import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from './connection.ts';

/**
 * Makes calls of an organization that take this lock follow each other until they commit: those that count what it has
 * before they add to it, and those that compare its state with what the caller has seen.
 */
export async function lockOrganization(tx: Tx, organizationId: OrganizationId): Promise<void> {
  await sql`select 1 from organizations where organization_id = ${organizationId} for no key update`.execute(tx);
}
