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
/** Timeout on an existing connection. */
const KEPT_PROBE_MS = 1_000;

/**
 * Measures the machine's part of the path to the cloud. `probe` is an internet address; any response counts, including
 * a proxy's sign-in page.
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

// Synchronous reads: the kernel answers from memory, and at one read every 2.5 s the thread pool would cost more.
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

/** Whether /proc/net/route has a default route through a gateway. */
export function defaultRoute4(table: string): boolean {
  return table.split('\n').some((line) => {
    const [, destination, , flags] = line.split('\t');
    const bits = Number.parseInt(flags ?? '', 16);
    return destination === '00000000' && (bits & ROUTE_UP) !== 0 && (bits & ROUTE_GATEWAY) !== 0;
  });
}

/** The same for /proc/net/ipv6_route, which has an unreachable default route on lo if there is no IPv6. */
export function defaultRoute6(table: string): boolean {
  return table.split('\n').some((line) => {
    const [destination, prefix, , , , , , , flags, device] = line.trim().split(/\s+/);
    const bits = Number.parseInt(flags ?? '', 16);
    return /^0{32}$/.test(destination ?? '') && prefix === '00' && device !== 'lo' && (bits & ROUTE_GATEWAY) !== 0;
  });
}

async function resolves(name: string): Promise<Health> {
  if (isIP(name) !== 0 || name === 'localhost') return 'ok';
  // A new resolver each time, because it reads the name servers, which change with the network.
  const resolver = new Resolver({ timeout: PROBE_MS, tries: 1 });
  const found = await Promise.any([resolver.resolve4(name), resolver.resolve6(name)]).catch(() => []);
  return found.length > 0 ? 'ok' : 'error';
}

/** Keeps the connection: opening one per probe would be most of an idle machine's work. */
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
    // A kept connection may belong to a previous network: its failure says nothing about the current one.
    return (await isAnswered(PROBE_MS)) ? ('ok' as const) : ('error' as const);
  };
  return { measure, clock: () => clock };
}

const WAIT_S = 2;
/** Ports that nearly every host has open or refuses. */
const PORTS = [443, 80, 22];
/** Errors that the host itself sends; a timeout does not count. */
const ANSWERS = new Set(['ECONNREFUSED', 'ECONNRESET']);

/** Sends one echo with the system's ping, which has the privilege; without it, tries to open a connection. */
export async function pingHost(host: string): Promise<Health> {
  // A name or an address, never an option of ping.
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
