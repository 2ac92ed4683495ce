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
