import { Resolver } from 'node:dns/promises';
import { readdir, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Health, NetworkProbe } from '../ports/network-probe.ts';
import { pingHost } from './ping.ts';

/** Route flags of /proc/net/route: up, and through a gateway (linux/route.h). */
const ROUTE_UP = 0x1;
const ROUTE_GATEWAY = 0x2;
const PROBE_MS = 2_000;

/**
 * Measures the machine's own part of the way to the cloud. `probe` is the address that stands for "the internet":
 * any answer of it counts, a proxy's sign-in page included.
 */
export function linuxNetworkProbe(probe: URL): NetworkProbe {
  return {
    network: async () => ((await hasCarrier()) && (await hasRoute()) ? 'ok' : 'error'),
    dns: () => resolves(probe.hostname),
    internet: () => answers(probe),
    ping: pingHost,
  };
}

async function hasCarrier(): Promise<boolean> {
  const names = await readdir('/sys/class/net').catch(() => []);
  const carriers = await Promise.all(
    names
      .filter((name) => name !== 'lo')
      .map((name) => readFile(`/sys/class/net/${name}/carrier`, 'utf8').catch(() => '0')),
  );
  return carriers.some((carrier) => carrier.trim() === '1');
}

async function hasRoute(): Promise<boolean> {
  const [four, six] = await Promise.all([
    readFile('/proc/net/route', 'utf8').catch(() => ''),
    readFile('/proc/net/ipv6_route', 'utf8').catch(() => ''),
  ]);
  return defaultRoute4(four) || defaultRoute6(six);
}

/** Whether /proc/net/route holds a default route through a gateway. */
export function defaultRoute4(table: string): boolean {
  return table.split('\n').some((line) => {
    const [, destination, , flags] = line.split('\t');
    const bits = Number.parseInt(flags ?? '', 16);
    return destination === '00000000' && (bits & ROUTE_UP) !== 0 && (bits & ROUTE_GATEWAY) !== 0;
  });
}

/** The same of /proc/net/ipv6_route, which lists an unreachable default on lo where there is no IPv6. */
export function defaultRoute6(table: string): boolean {
  return table.split('\n').some((line) => {
    const [destination, prefix, , , , , , , flags, device] = line.trim().split(/\s+/);
    const bits = Number.parseInt(flags ?? '', 16);
    return /^0{32}$/.test(destination ?? '') && prefix === '00' && device !== 'lo' && (bits & ROUTE_GATEWAY) !== 0;
  });
}

async function resolves(name: string): Promise<Health> {
  if (isIP(name) !== 0 || name === 'localhost') return 'ok';
  // A resolver of its own each time: it reads the name servers anew, which change with the network.
  const resolver = new Resolver({ timeout: PROBE_MS, tries: 1 });
  const found = await Promise.any([resolver.resolve4(name), resolver.resolve6(name)]).catch(() => []);
  return found.length > 0 ? 'ok' : 'error';
}

async function answers(address: URL): Promise<Health> {
  try {
    const reply = await fetch(address, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PROBE_MS) });
    await reply.body?.cancel();
    return 'ok';
  } catch {
    return 'error';
  }
}
