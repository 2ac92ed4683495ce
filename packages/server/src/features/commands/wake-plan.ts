import { WAKE_MACS_MAX } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Tx } from '../../db/connection.ts';
import type { Presence } from '../../gateway/presence.ts';
import { WAKE_REQUESTED, type WakeRequested } from '../../gateway/topics.ts';
import type { Bus } from '../../platform/bus.ts';
import { findInterfaces, findNeighbors } from './store-wake.ts';
import { assignWakers, networksOf } from './wakers.ts';

/** Which machines wake which. */
export interface WakePlan {
  /** Machines that are online, or that an online machine of their network can wake. */
  readonly reached: ReadonlySet<MachineId>;
  /** Lets them send the magic packets. */
  send(): void;
}

export type PlanWake = (tx: Tx, organizationId: OrganizationId, machineIds: readonly MachineId[]) => Promise<WakePlan>;

/** Plans to wake machines by online machines of the same networks, as last reported. */
export function wakePlanner({ bus, presence }: { readonly bus: Bus; readonly presence: Presence }): PlanWake {
  return async (tx, organizationId, machineIds) => {
    const offline = machineIds.filter((id) => !presence.isOnline(id));
    const asleep = await findInterfaces(tx, organizationId, offline);
    const prefixes = [...new Set(asleep.flatMap(networksOf).map(({ prefix }) => prefix))];
    const neighbors = await findNeighbors(tx, organizationId, prefixes);
    const awake = neighbors.filter(({ machineId }) => presence.isOnline(machineId));
    const { macs, reached } = assignWakers(asleep, awake);
    return {
      reached: new Set([...machineIds.filter((id) => presence.isOnline(id)), ...reached]),
      send: () => {
        for (const [machineId, all] of macs) {
          for (const some of inParts(all, WAKE_MACS_MAX)) {
            bus.publish(WAKE_REQUESTED, { organizationId, machineId, macs: some } satisfies WakeRequested);
          }
        }
      },
    };
  };
}

function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
