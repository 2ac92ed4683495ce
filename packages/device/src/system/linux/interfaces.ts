import { readFileSync } from 'node:fs';
import { networkInterfaces as osInterfaces } from 'node:os';
import type { Hardware } from '../ports/machine.ts';
import { routerMacs } from './route-tables.ts';

type Interfaces = NonNullable<Hardware['interfaces']>;

/** Limits of the contract's Hardware. */
const INTERFACES_MAX = 16;
const ADDRESSES_MAX = 8;

/** The last router of each interface with its addresses: the kernel forgets neighbors that are not used for a while. */
const lastRouters = new Map<string, { readonly addresses: string; readonly mac: string }>();

/** Network interfaces with their addresses, without link-local ones, which do not locate the machine. */
export function networkInterfaces(): Interfaces {
  const routers = routerMacs(read('/proc/net/route'), read('/proc/net/arp'));
  return Object.entries(osInterfaces())
    .filter(([, all]) => all?.some(({ internal }) => !internal))
    .slice(0, INTERFACES_MAX)
    .map(([name, all = []]) => {
      const addresses = all
        .filter(({ address }) => !address.startsWith('fe80:'))
        .map(({ address }) => address)
        .slice(0, ADDRESSES_MAX);
      const router = routerOf(name, addresses.join(), routers.get(name));
      return {
        name: name.slice(0, 32),
        mac: all[0]?.mac ?? '',
        addresses,
        ...(router === undefined ? {} : { router }),
      };
    });
}

function routerOf(name: string, addresses: string, current: string | undefined): string | undefined {
  if (current !== undefined) {
    lastRouters.set(name, { addresses, mac: current });
    return current;
  }
  const last = lastRouters.get(name);
  return last?.addresses === addresses ? last.mac : undefined;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
