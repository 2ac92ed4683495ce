import { execFile } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, isIP } from 'node:net';
import { CLOCK_WRONG_MS } from '@berth/contract/limits';
import { httpRequest, keptConnection } from '../http-request.ts';
import type { Health, NetworkProbe } from '../ports/network.ts';
import { findProgram } from './programs.ts';

/** Route flags of /proc/net/route: up, and through a gateway (linux/route.h). */
const ROUTE_UP = 0x1;
const ROUTE_GATEWAY = 0x2;
const PROBE_MS = 2_000;
/** Of an existing connection. */
const KEPT_PROBE_MS = 1_000;

/**
 * Measures the machine's part of the path to the cloud. `probe` is the address that represents "the internet":
 * any answer of it counts, a proxy's sign-in page included.
 */
export function linuxNetworkProbe(probe: URL): NetworkProbe {
  const internet = reaches(probe);
  return {
    network: async () => (hasCarrier() && hasRoute() ? 'ok' : 'error'),
    dns: () => resolves(probe.hostname),
    internet: internet.measure,
    clock: internet.clock,
    ping: pingHost,
  };
}

// The kernel answers these at once, from memory: asked every 2.5 s, a way through other threads costs more than they do.
function hasCarrier(): boolean {
  try {
    return readdirSync('/sys/class/net').some(
      (name) => name !== 'lo' && read(`/sys/class/net/${name}/carrier`).trim() === '1',
    );
  } catch {
    return false;
  }
}

function hasRoute(): boolean {
  return defaultRoute4(read('/proc/net/route')) || defaultRoute6(read('/proc/net/ipv6_route'));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
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
  // A new resolver each time: it reads the name servers again, which change with the network.
  const resolver = new Resolver({ timeout: PROBE_MS, tries: 1 });
  const found = await Promise.any([resolver.resolve4(name), resolver.resolve6(name)]).catch(() => []);
  return found.length > 0 ? 'ok' : 'error';
}

/** Making a connection each time would be most of what a machine does at rest: it is kept while it serves. */
function reaches(address: URL): { measure: () => Promise<Health>; clock: () => Health } {
  const kept = keptConnection(address);
  let clock: Health = 'unknown';
  const isAnswered = (withinMs: number): Promise<boolean> =>
    httpRequest(address, 'HEAD', withinMs, { kept }).then(
      ({ date }) => {
        const time = Date.parse(date ?? '');
        if (!Number.isNaN(time)) clock = Math.abs(time - Date.now()) < CLOCK_WRONG_MS ? 'ok' : 'error';
        return true;
      },
      () => false,
    );
  const measure = async () => {
    const isKept = Object.keys(kept.freeSockets).length > 0;
    if (isKept && (await isAnswered(KEPT_PROBE_MS))) return 'ok';
    // A failed one may belong to a previous network and says nothing about the current one.
    return (await isAnswered(PROBE_MS)) ? ('ok' as const) : ('error' as const);
  };
  return { measure, clock: () => clock };
}

const WAIT_S = 2;
/** Doors that nearly every host has, or at least says to be closed. */
const PORTS = [443, 80, 22];
/** What a host's own network stack answers; a silence is none. */
const ANSWERS = new Set(['ECONNREFUSED', 'ECONNRESET']);

/** One echo by the system's ping, which may send it; where that is missing, a host that takes or refuses a connection. */
export async function pingHost(host: string): Promise<Health> {
  // A host is a name or an address, never an option.
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.:_-]*$/u.test(host)) return 'error';
  const ping = findProgram('ping');
  const answered = ping
    ? await echo(ping, host)
    : await Promise.any(PORTS.map((port) => door(host, port))).catch(() => false);
  return answered ? 'ok' : 'error';
}

function echo(ping: string, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const args = ['-n', '-q', '-c', '1', '-W', String(WAIT_S), '--', host];
    execFile(ping, args, { timeout: 2 * WAIT_S * 1_000 }, (error) => resolve(error === null));
  });
}

function door(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: WAIT_S * 1_000 });
    const end = (finish: () => void): void => {
      socket.destroy();
      finish();
    };
    socket.on('connect', () => end(() => resolve(true)));
    socket.on('timeout', () => end(() => reject(new Error('silence'))));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(() => (ANSWERS.has(error.code ?? '') ? resolve(true) : reject(error))),
    );
  });
}
