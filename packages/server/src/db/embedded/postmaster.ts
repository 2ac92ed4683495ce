import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { readPostmasterFile, servesCluster } from './postmaster-file.ts';

/** A running database server, started by this process or adopted from a killed one. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
}

/** Watches a server that this process started. */
export function born(child: ChildProcess, pid: number): Postmaster {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return { pid, ended };
}

/** Polls a server that is not a child process, because the system does not report its end. */
export function adopted(pid: number, cluster: string, everyMs = 250): Postmaster {
  const ended = (async () => {
    while (servesCluster(pid, cluster)) await pause(everyMs, undefined, { ref: false });
  })();
  return { pid, ended };
}

/** The server that already runs in a folder, if any. */
export function findSurvivor(cluster: string): number | undefined {
  const file = readPostmasterFile(cluster);
  return file && servesCluster(file.pid, cluster) ? file.pid : undefined;
}

/** Resolves to true when the server accepts connections, to false when it ends or after `withinMs`. */
export async function becameReady(server: Postmaster, cluster: string, withinMs: number): Promise<boolean> {
  let gone = false;
  void server.ended.then(() => {
    gone = true;
  });
  const deadline = Date.now() + withinMs;
  while (!gone && Date.now() < deadline) {
    const file = readPostmasterFile(cluster);
    if (file?.pid === server.pid && file.ready) return true;
    await pause(10);
  }
  return false;
}

/**
 * Stops a server: SIGINT rolls back open transactions and writes everything to disk; SIGQUIT, after `patienceMs`,
 * leaves the rest to recovery at the next start. No acknowledged write is lost either way.
 */
export async function endPostmaster(server: Postmaster, patienceMs = 15_000): Promise<void> {
  signal(server.pid, 'SIGINT');
  const impatience = setTimeout(() => signal(server.pid, 'SIGQUIT'), patienceMs);
  await server.ended;
  clearTimeout(impatience);
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
