import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** What a running database server says about itself in postmaster.pid (PostgreSQL, miscadmin.h). */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly ready: boolean;
}

/** Reads postmaster.pid; undefined where there is none, or none that is complete yet. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  const text = readOrUndefined(join(cluster, 'postmaster.pid'));
  const [pid, , , port, socketFolder, , , status] = text?.split('\n') ?? [];
  if (!pid || !port || !socketFolder) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder, ready: status?.trim() === 'ready' };
}

/** The command line of the server that ran last in this folder, which PostgreSQL writes down. */
export function readLastCommand(cluster: string): string | undefined {
  return readOrUndefined(join(cluster, 'postmaster.opts'))?.trim();
}

/** Whether this process is a database server working in this folder, and not another that got the same number. */
export function servesCluster(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

function readOrUndefined(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
