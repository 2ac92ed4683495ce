import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Bus } from '../platform/bus.ts';
import type { Logger } from '../platform/logger.ts';
import type { Connection } from './connection.ts';
import type { ProfileSource } from './desired.ts';
import type { Presence } from './presence.ts';
import type { Registry } from './registry.ts';
import {
  COMMAND_QUEUED,
  type CommandQueued,
  FRAME_REQUESTED,
  type FrameRequested,
  LAYERS_CHANGED,
  type LayersChanged,
  MACHINE_CHANGED,
  type MachineChanged,
  ORGANIZATION_CHANGED,
  type OrganizationChanged,
  PROFILE_CHANGED,
  type ProfileChanged,
  WAKE_REQUESTED,
  type WakeRequested,
} from './topics.ts';

/** Forwards changes to the affected machines. Returns the function that stops it. */
export function dispatch(options: {
  readonly bus: Bus;
  readonly registry: Registry;
  readonly profiles: ProfileSource;
  readonly presence: Presence;
  readonly logger: Logger;
}): () => void {
  const { bus, registry, profiles, presence, logger } = options;

  // One machine's failure must not affect the others; it catches up when it reconnects.
  async function forEach(connections: readonly Connection[], act: (connection: Connection) => Promise<void>) {
    await Promise.all(
      connections.map((connection) =>
        act(connection).catch((error: unknown) => {
          logger.error({ err: error, machine: connection.key.machineId }, 'A machine could not be notified');
        }),
      ),
    );
  }

  async function profileChanged(organizationId: OrganizationId, profileId: ProfileId): Promise<void> {
    const showing = () => registry.ofOrganization(organizationId).filter((each) => each.mayShow(profileId));
    if (showing().length === 0) return;
    const profile = await profiles.newest({ organizationId, profileId });
    if (profile) await forEach(showing(), (connection) => connection.profileChanged(profile));
  }

  const ends = [
    bus.subscribe(PROFILE_CHANGED, async (message) => {
      const { organizationId, profileId } = message as ProfileChanged;
      presence.touch(organizationId);
      await profileChanged(organizationId, profileId);
    }),
    bus.subscribe(LAYERS_CHANGED, async (message) => {
      const { organizationId } = message as LayersChanged;
      presence.touch(organizationId);
      await forEach(registry.ofOrganization(organizationId), (each) => each.layersChanged());
    }),
    bus.subscribe(MACHINE_CHANGED, async (message) => {
      const { organizationId, machineId } = message as MachineChanged;
      presence.touch(organizationId, machineId);
      const connection = registry.find(machineId);
      if (connection) await forEach([connection], (each) => each.refresh());
    }),
    bus.subscribe(ORGANIZATION_CHANGED, async (message) => {
      const { organizationId } = message as OrganizationChanged;
      presence.touch(organizationId);
      await forEach(registry.ofOrganization(organizationId), (each) => each.refresh());
    }),
    bus.subscribe(COMMAND_QUEUED, async (message) => {
      const { machineId, isUndelivered } = message as CommandQueued;
      const connection = registry.find(machineId);
      if (connection) await forEach([connection], (each) => (isUndelivered ? each.deliverAgain() : each.deliver()));
    }),
    bus.subscribe(FRAME_REQUESTED, (message) => {
      const { organizationId, machineId } = message as FrameRequested;
      const connection = registry.find(machineId);
      if (connection?.key.organizationId === organizationId) connection.requestFrame();
    }),
    bus.subscribe(WAKE_REQUESTED, (message) => {
      const { organizationId, machineId, macs } = message as WakeRequested;
      const connection = registry.find(machineId);
      if (connection?.key.organizationId === organizationId) connection.wakeOthers(macs);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
