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
