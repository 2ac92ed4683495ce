import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import type { Health } from '../ports/network-probe.ts';
import { findProgram } from './programs.ts';

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
