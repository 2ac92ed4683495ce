import type { MachineId, OrganizationId, RolloutId } from '@berth/contract/ids';
import type { RolloutMachineState } from '@berth/contract/rules/rollouts';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { RolloutKey, RolloutRow } from './store.ts';
import { type Publish, releaseGroup } from './target.ts';

/** Releases the new revision to a group's machines. */
export async function tellGroup(tx: Tx, rollout: RolloutRow, position: number, now: Date): Promise<Publish> {
  const { organization_id, rollout_id } = rollout;
  await sql`
    update rollout_machines set state = 'told', told_at = ${now.toISOString()}
    where organization_id = ${organization_id} and rollout_id = ${rollout_id} and position = ${position}`.execute(tx);
  return releaseGroup(tx, rollout, position);
}

export interface RolloutMachineRow {
  readonly machine_id: MachineId;
  readonly name: string;
  readonly position: number;
  readonly state: RolloutMachineState;
  readonly error: string | null;
}

export async function listMachines(
  tx: Tx,
  { organizationId, rolloutId }: RolloutKey,
  page: { group?: number; state?: RolloutMachineState; limit: number; skip: number },
): Promise<RolloutMachineRow[]> {
  const group = page.group === undefined ? sql`true` : sql`rm.position = ${page.group}`;
  const state = page.state === undefined ? sql`true` : sql`rm.state = ${page.state}`;
  const { rows } = await sql<RolloutMachineRow>`
    select rm.machine_id, m.name, rm.position, rm.state, rm.error from rollout_machines rm
    join machines m on m.organization_id = rm.organization_id and m.machine_id = rm.machine_id
    where rm.organization_id = ${organizationId} and rm.rollout_id = ${rolloutId} and ${group} and ${state}
    order by rm.position, m.ordered_name, m.machine_id
    limit ${page.limit} offset ${page.skip}`.execute(tx);
  return rows;
}

/** Claims active rollouts of all tenants. Runs as the system. */
export async function claimRollouts(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<{ readonly organizationId: OrganizationId; readonly rolloutId: RolloutId }[]> {
  const { rows } = await sql<{ organizationId: OrganizationId; rolloutId: RolloutId }>`
    select organization_id as "organizationId", rollout_id as "rolloutId"
    from claim_rollouts(${now.toISOString()}::timestamptz, interval '2 seconds', ${limit})`.execute(tx);
  return rows;
}

/** Delays the rollout's next step at least until this time. A later end of the claim's lease has priority. */
export async function restUntil(tx: Tx, { organizationId, rolloutId }: RolloutKey, time: Date): Promise<void> {
  await sql`
    update profile_rollouts set leased_until = ${time.toISOString()}::timestamptz
      where organization_id = ${organizationId} and rollout_id = ${rolloutId}
        and leased_until < ${time.toISOString()}::timestamptz`.execute(tx);
}
