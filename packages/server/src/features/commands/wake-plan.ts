import { MAC_PATTERN, WAKE_MACS_MAX } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Tx } from '../../db/connection.ts';
import type { Presence } from '../../gateway/presence.ts';
import { OTHERS_WOKEN, type OthersWoken } from '../../gateway/topics.ts';
import type { Bus } from '../../platform/bus.ts';
import { findInterfaces, findNeighbors, type NetworkedMachine } from './store-wake.ts';

/** Which machines wake which. */
export interface WakePlan {
  /** Machines that are online, or that an online machine of their network can wake. */
  readonly reached: ReadonlySet<MachineId>;
  /** Lets them send the magic packets. */
  send(): void;
}

export type PlanWake = (tx: Tx, organizationId: OrganizationId, machineIds: readonly MachineId[]) => Promise<WakePlan>;

/** More than one, because one of them may be just switching off. */
const WAKERS = 3;

/** Plans to wake machines by online machines of the same networks, as last reported. */
export function wakePlanner({ bus, presence }: { readonly bus: Bus; readonly presence: Presence }): PlanWake {
  return async (tx, organizationId, machineIds) => {
    const offline = machineIds.filter((id) => !presence.isOnline(id));
    const asleep = offline.length === 0 ? [] : await findInterfaces(tx, organizationId, offline);
    const prefixes = [...new Set(asleep.flatMap(networksOf).map(({ prefix }) => prefix))];
    const neighbors = prefixes.length === 0 ? [] : await findNeighbors(tx, organizationId, prefixes);
    const awake = neighbors.filter(({ machineId }) => presence.isOnline(machineId));
    const { macs, reached } = assign(asleep, awake);
    return {
      reached: new Set([...machineIds.filter((id) => presence.isOnline(id)), ...reached]),
      send: () => {
        for (const [machineId, all] of macs) {
          for (let first = 0; first < all.length; first += WAKE_MACS_MAX) {
            const some = all.slice(first, first + WAKE_MACS_MAX);
            bus.publish(OTHERS_WOKEN, { organizationId, machineId, macs: some } satisfies OthersWoken);
          }
        }
      },
    };
  };
}

/** A network that a machine was last connected to by cable. */
interface WiredNetwork {
  readonly mac: string;
  /** Of its IPv4 addresses, to the last dot: magic packets are broadcast, and networks are seldom larger. */
  readonly prefix: string;
  readonly router: string | undefined;
}

const MAC = new RegExp(MAC_PATTERN);
/** Names of wired interfaces (systemd.net-naming-scheme(7)); bridges and tunnels wake no computer. */
const WIRED = /^e(?:n|th)/;

function networksOf({ interfaces }: NetworkedMachine): WiredNetwork[] {
  return (interfaces ?? [])
    .filter(({ name, mac }) => WIRED.test(name) && MAC.test(mac))
    .flatMap(({ mac, addresses, router }) => prefixesOf(addresses).map((prefix) => ({ mac, prefix, router })));
}

function prefixesOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.flatMap((address) => /^\d+\.\d+\.\d+\./.exec(address) ?? []))];
}

/** The hardware addresses that each awake machine wakes, and the machines that they belong to. */
function assign(asleep: readonly NetworkedMachine[], awake: readonly NetworkedMachine[]) {
  const wakersIn = wakerSearch(awake);
  const macs = new Map<MachineId, string[]>();
  const reached = new Set<MachineId>();
  for (const machine of asleep) {
    for (const network of networksOf(machine)) {
      for (const { machineId } of wakersIn(network)) {
        reached.add(machine.machineId);
        const before = macs.get(machineId);
        if (before) before.push(network.mac);
        else macs.set(machineId, [network.mac]);
      }
    }
  }
  return { macs, reached };
}

/** Finds the wakers of a network, once for all its machines: there may be thousands. */
function wakerSearch(awake: readonly NetworkedMachine[]) {
  const found = new Map<string, readonly NetworkedMachine[]>();
  return (network: WiredNetwork): readonly NetworkedMachine[] => {
    const key = `${network.prefix} ${network.router}`;
    const wakers = found.get(key) ?? awake.filter((each) => isIn(each, network)).slice(0, WAKERS);
    found.set(key, wakers);
    return wakers;
  };
}

/** Whether a machine with an address of a network is in it, as far as its router tells: many sites use 192.168.1.0. */
function isIn({ interfaces }: NetworkedMachine, { prefix, router }: WiredNetwork): boolean {
  return (interfaces ?? []).some(
    (each) =>
      each.addresses.some((address) => address.startsWith(prefix)) &&
      (router === undefined || each.router === undefined || router === each.router),
  );
}
