import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** The state of a running database server in postmaster.pid (PostgreSQL, miscadmin.h). */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly ready: boolean;
}

/** Reads postmaster.pid; undefined if it is missing or incomplete. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  const text = readOrUndefined(join(cluster, 'postmaster.pid'));
  const [pid, , , port, socketFolder, , , status] = text?.split('\n') ?? [];
  if (!pid || !port || !socketFolder) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder, ready: status?.trim() === 'ready' };
}

/** The command line of the last server in this folder, as PostgreSQL recorded it. */
export function readLastCommand(cluster: string): string | undefined {
  return readOrUndefined(join(cluster, 'postmaster.opts'))?.trim();
}

/** Whether this process is a database server in this folder, and not another process with the same ID. */
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
