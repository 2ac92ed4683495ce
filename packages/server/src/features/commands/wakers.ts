import { MAC_PATTERN } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import type { NetworkedMachine } from './store-wake.ts';

/** More than one, because one of them may be just switching off. */
const WAKERS = 3;

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

/** The networks in which a machine can be woken. */
export function networksOf({ interfaces }: NetworkedMachine): WiredNetwork[] {
  return (interfaces ?? [])
    .filter(({ name, mac }) => WIRED.test(name) && MAC.test(mac))
    .flatMap(({ mac, addresses, router }) => prefixesOf(addresses).map((prefix) => ({ mac, prefix, router })));
}

function prefixesOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.flatMap((address) => /^\d+\.\d+\.\d+\./.exec(address) ?? []))];
}

/** The hardware addresses that each awake machine wakes, and the machines that they belong to. */
export function assignWakers(asleep: readonly NetworkedMachine[], awake: readonly NetworkedMachine[]) {
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

/**
 * Finds the wakers of a network, as far as routers tell: many sites use 192.168.1.0. By an index, because machines report
 * what they like: thousands of them with a hundred networks each, compared with each other, would take a minute.
 */
function wakerSearch(awake: readonly NetworkedMachine[]) {
  const byPrefix = new Map<string, Wakers>();
  for (const [place, { interfaces }] of awake.entries()) {
    for (const { addresses, router } of interfaces ?? []) {
      for (const prefix of prefixesOf(addresses)) {
        const wakers = byPrefix.get(prefix) ?? { all: [], byRouter: new Map<string | undefined, number[]>() };
        byPrefix.set(prefix, wakers);
        const ofRouter = wakers.byRouter.get(router) ?? [];
        wakers.byRouter.set(router, ofRouter);
        for (const places of [wakers.all, ofRouter]) {
          if (places.length < WAKERS && places.at(-1) !== place) places.push(place);
        }
      }
    }
  }
  return ({ prefix, router }: WiredNetwork): NetworkedMachine[] => {
    const { all = [], byRouter } = byPrefix.get(prefix) ?? {};
    const places = router === undefined ? all : [...(byRouter?.get(router) ?? []), ...(byRouter?.get(undefined) ?? [])];
    const first = [...new Set(places)].toSorted((a, b) => a - b).slice(0, WAKERS);
    return first.flatMap((place) => awake[place] ?? []);
  };
}

/** The first machines with an address of a prefix, by their place in the list: in all, and by their router. */
interface Wakers {
  readonly all: number[];
  readonly byRouter: Map<string | undefined, number[]>;
}
