import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import type { Account } from './account.ts';
import { archiveCommand } from './archive.ts';

/** What the embedded server runs with: small, quiet, durable, and reachable through its socket's folder alone. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  // Taken only as it is used: the indexes that lists of 100,000 machines read stay in it.
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // After a crash, one call for the whole file system; by default one for each of a thousand files, seconds on a busy disk.
  recovery_init_sync_method: 'syncfs',
  // Helper processes that a server of this size does not need cost some 5 MB each.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_worker_processes: '2',
  max_parallel_workers: '2',
  jit: 'off',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Statements may carry what people wrote; errors are logged by the caller, with a request id.
  log_min_error_statement: 'panic',
} as const;

/** For databases that are thrown away: nothing waits for the disk, and many tests share one server. */
const VOLATILE = { max_connections: '200', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const;

/** The log of changes, kept in another folder segment by segment: what a point in time is restored from. */
const archiving = (folder: string) => ({
  archive_mode: 'on',
  // At most so much is lost with the disk.
  archive_timeout: '60s',
  archive_command: archiveCommand(folder),
});

/** The arguments of `postgres` for a cluster and the folder of its socket. */
export function serverArguments(
  cluster: string,
  socketFolder: string,
  { volatile, archive }: { readonly volatile: boolean; readonly archive: string | undefined },
): string[] {
  const settings = {
    ...SETTINGS,
    unix_socket_directories: socketFolder,
    ...(volatile ? VOLATILE : {}),
    ...(archive === undefined ? {} : archiving(archive)),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

// sockaddr_un has 108 bytes with the closing zero; the name of the socket itself is "/.s.PGSQL.5432".
const PATH_BYTES_MAX = 107 - '/.s.PGSQL.5432'.length;

interface SocketFolder {
  readonly path: string;
  remove(): void;
}

/** The cluster's own folder, which nobody else may enter; a short one elsewhere where its path is too long for a socket. */
export function socketFolderFor(cluster: string, account: Account | undefined): SocketFolder {
  if (Buffer.byteLength(cluster) <= PATH_BYTES_MAX) return { path: cluster, remove: () => undefined };
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  const path = join(tmpdir(), `berth-${name}`);
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) chownSync(path, owner.uid, owner.gid);
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== owner.uid || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `The folder ${path}, where the database's socket belongs, is somebody else's.`,
      'Remove it, or choose a data folder with a shorter path with BERTH_DATA.',
    );
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
