import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';
import type { Account } from './account.ts';
import { archiveCommand } from './archive.ts';

/** Settings of the embedded server: small, quiet, durable, and reachable only through its socket folder. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '40',
  // Allocated on use. Indexes for lists of 100,000 machines stay in it.
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  // One call for the whole file system after a crash. By default it is one per file: a thousand, which takes seconds on
  // a busy disk.
  recovery_init_sync_method: 'syncfs',
  // Worker processes cost about 5 MB each, and a server of this size does not need them.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_worker_processes: '2',
  max_parallel_workers: '2',
  jit: 'off',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Statements may contain personal data. The caller logs errors with a request ID.
  log_min_error_statement: 'panic',
} as const;

/** For temporary databases: no waiting for the disk, and connections for many tests. */
const VOLATILE = { max_connections: '200', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } as const;

/** Archives the log segment by segment, for point-in-time recovery. */
const archiving = (folder: string) => ({
  archive_mode: 'on',
  // At most this much is lost if the disk fails.
  archive_timeout: '60s',
  archive_command: archiveCommand(folder),
});

/** The arguments of `postgres` for a cluster and its socket folder. */
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

// sockaddr_un has 108 bytes including the final zero; the socket is named "/.s.PGSQL.5432".
const PATH_BYTES_MAX = 107 - '/.s.PGSQL.5432'.length;

interface SocketFolder {
  readonly path: string;
  remove(): void;
}

/**
 * The cluster's folder, which no other user can enter, or a short one elsewhere if its path is too long for a socket.
 */
export function socketFolderFor(cluster: string, account: Account | undefined): SocketFolder {
  if (Buffer.byteLength(cluster) <= PATH_BYTES_MAX) return { path: cluster, remove: () => undefined };
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12);
  const path = join(tmpdir(), `berth-${name}`);
  const owner = account ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined) chownSync(path, owner.uid, owner.gid);
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== owner.uid || (found.mode & 0o077) !== 0) {
    throw new StartError(
      `The folder ${path}, for the database's socket, belongs to another user.`,
      'Remove it, or set BERTH_DATA to a folder with a shorter path.',
    );
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
