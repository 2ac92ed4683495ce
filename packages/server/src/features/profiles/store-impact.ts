import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** The machines that show a profile, by name. */
export async function machinesOf(
  tx: Tx,
  { organizationId, profileId }: { readonly organizationId: OrganizationId; readonly profileId: ProfileId },
): Promise<{ readonly machine_id: MachineId; readonly name: string }[]> {
  const { rows } = await sql<{ machine_id: MachineId; name: string }>`
    select machine_id, name from machines where organization_id = ${organizationId} and profile_id = ${profileId}
    order by ordered_name, machine_id`.execute(tx);
  return rows;
}
