import type { Bus } from '../platform/bus.ts';
import type { PresenceKeeper } from './presence.ts';
import { MACHINE_PRESENCE, type MachinePresence } from './topics.ts';

/** The same presence, which tells the bus when a machine comes and goes. */
export function announcing(presence: PresenceKeeper, bus: Bus): PresenceKeeper {
  const publish = (event: MachinePresence) => bus.publish(MACHINE_PRESENCE, event);
  return {
    ...presence,
    connected(machine, reported, openedAt) {
      const { organizationId, machineId } = machine;
      const before = presence.isOnline(machineId);
      presence.connected(machine, reported, openedAt);
      if (!before) publish({ organizationId, machineId, online: true });
    },
    disconnected(machineId) {
      const before = presence.find(machineId);
      presence.disconnected(machineId);
      // It may only have moved to another node.
      if (before?.online && !presence.isOnline(machineId)) {
        publish({ organizationId: before.organizationId, machineId, online: false });
      }
    },
  };
}
