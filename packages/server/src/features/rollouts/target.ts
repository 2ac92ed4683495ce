import type { LayerId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import {
  LAYERS_CHANGED,
  MACHINE_CHANGED,
  type MachineChanged,
  PROFILE_CHANGED,
  type ProfileChanged,
} from '../../gateway/topics.ts';
import type { RolloutDeps } from './deps.ts';
import type { RolloutRow } from './store.ts';

/** What a rollout brings to machines: a revision of a profile, or of a layer. */
export type Target =
  | { readonly kind: 'profile'; readonly profileId: ProfileId }
  | { readonly kind: 'layer'; readonly layerId: LayerId };

/** The messages to publish after the commit. */
export type Publish = (bus: RolloutDeps['bus']) => void;

export function targetOf({ profile_id: profileId, layer_id: layerId }: RolloutRow): Target {
  if (profileId !== null) return { kind: 'profile', profileId };
  if (layerId !== null) return { kind: 'layer', layerId };
  throw new Error('a rollout is of a profile or of a layer');
}

/** The columns of profile_rollouts. */
export function columnsOfTarget(target: Target): Pick<RolloutRow, 'profile_id' | 'layer_id'> {
  return target.kind === 'profile'
    ? { profile_id: target.profileId, layer_id: null }
    : { profile_id: null, layer_id: target.layerId };
}

type Operand = RawBuilder<unknown> | string | null;

/** Joins the rollout's layer as `t`, once for all machines; null columns if a profile is rolled out. */
export function joinTargetLayer(organizationId: Operand, layerId: Operand): RawBuilder<unknown> {
  return sql`left join layers t on t.organization_id = ${organizationId}::uuid and t.layer_id = ${layerId}::uuid`;
}

/** Whether machine `m` has the profile, or gets the layer `t`. */
export function hasTarget(profileId: Operand): RawBuilder<unknown> {
  return sql`(m.profile_id = ${profileId}::uuid or (t.layer_id is not null and m.profile_id is not null
    and (t.tag is null or t.tag = any (m.tags))))`;
}

/** Holds the target's machines at the previous revision, including machines that are added to it later. */
export async function hold(tx: Tx, organizationId: OrganizationId, target: Target, revision: number): Promise<void> {
  await (target.kind === 'profile'
    ? sql`
        update machines set held_revision = ${revision}
          where organization_id = ${organizationId} and profile_id = ${target.profileId}`
    : sql`
        update layers set held_revision = ${revision}
          where organization_id = ${organizationId} and layer_id = ${target.layerId}`
  ).execute(tx);
}

/** Releases every machine to the target's newest revision. */
export async function releaseAll(tx: Tx, rollout: RolloutRow): Promise<Publish> {
  const { organization_id: organizationId } = rollout;
  const target = targetOf(rollout);
  if (target.kind === 'profile') {
    const { profileId } = target;
    await sql`
      update machines set held_revision = null
        where organization_id = ${organizationId} and profile_id = ${profileId} and held_revision is not null`.execute(
      tx,
    );
    return (bus) => bus.publish(PROFILE_CHANGED, { organizationId, profileId } satisfies ProfileChanged);
  }
  const { layerId } = target;
  await sql`
    update layers set held_revision = null where organization_id = ${organizationId} and layer_id = ${layerId}`.execute(
    tx,
  );
  await sql`
    update machines set released_layers = array_remove(released_layers, ${layerId}::uuid)
      where organization_id = ${organizationId} and ${layerId}::uuid = any (released_layers)`.execute(tx);
  return (bus) => bus.publish(LAYERS_CHANGED, { organizationId });
}

/** Releases a group's machines to the target's newest revision. */
export async function releaseGroup(tx: Tx, rollout: RolloutRow, position: number): Promise<Publish> {
  const { organization_id: organizationId, rollout_id } = rollout;
  const target = targetOf(rollout);
  const group = sql`
    from rollout_machines rm
      where m.organization_id = ${organizationId} and rm.organization_id = m.organization_id
        and rm.rollout_id = ${rollout_id} and rm.position = ${position} and rm.machine_id = m.machine_id`;
  if (target.kind === 'layer') {
    const { layerId } = target;
    await sql`
      update machines m set released_layers = array_append(released_layers, ${layerId}::uuid) ${group}`.execute(tx);
    return (bus) => bus.publish(LAYERS_CHANGED, { organizationId });
  }
  const { rows } = await sql<Pick<MachineChanged, 'machineId'>>`
    update machines m set held_revision = null ${group} and m.profile_id = ${target.profileId}
      returning m.machine_id as "machineId"`.execute(tx);
  return (bus) => {
    for (const { machineId } of rows) {
      bus.publish(MACHINE_CHANGED, { organizationId, machineId } satisfies MachineChanged);
    }
  };
}
