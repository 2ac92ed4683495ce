import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { Role } from '@berth/contract/rules/permissions';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/connection.ts';

/** Where a machine is registered; the caller's role there is null for non-members. */
export async function findPlace(
  tx: Tx,
  machineId: MachineId,
): Promise<{ readonly organizationId: OrganizationId; readonly role: Role | null } | undefined> {
  const { rows } = await sql<{ organizationId: OrganizationId; role: Role | null }>`
    select organization_id as "organizationId", role from machine_place(${machineId})`.execute(tx);
  return rows[0];
}

/** The organization of an authenticated machine. Runs as the system, because no person is involved. */
export async function findHome(
  db: Database['system'],
  machineId: MachineId,
): Promise<{ readonly organizationId: OrganizationId; readonly profileId: ProfileId | null } | undefined> {
  const { rows } = await sql<{ organizationId: OrganizationId; profileId: ProfileId | null }>`
    select organization_id as "organizationId", profile_id as "profileId" from machine_home(${machineId})`.execute(db);
  return rows[0];
}

/** The same for many machines; unregistered ones are omitted. */
export async function findHomes(
  db: Database['system'],
  machineIds: readonly MachineId[],
): Promise<Map<MachineId, OrganizationId>> {
  const { rows } = await sql<{ id: MachineId; organizationId: OrganizationId }>`
    select r.id, h.organization_id as "organizationId"
    from unnest(${machineIds}::text[]) as r (id), machine_home(r.id) as h`.execute(db);
  return new Map(rows.map(({ id, organizationId }) => [id, organizationId]));
}

export interface Registration {
  readonly machineId: MachineId;
  readonly publicKey: Buffer;
  /** The previous organization, if the caller may move it from there. */
  readonly from: OrganizationId | null;
  /** Null keeps its name. */
  readonly name: string | null;
  readonly deployment: Deployment;
  readonly profileId: ProfileId;
  readonly author: string;
}

/** Adds a machine to the transaction's organization; false if it now belongs to another. */
export async function registerMachine(tx: Tx, registration: Registration): Promise<boolean> {
  const { machineId, publicKey, from, name, deployment, profileId, author } = registration;
  const { rows } = await sql<{ registered: boolean }>`
    select register_machine(${machineId}, ${publicKey}, ${from}::uuid, ${name}, ${deployment}, ${profileId}::uuid,
      ${author}) as registered`.execute(tx);
  return rows[0]?.registered === true;
}
