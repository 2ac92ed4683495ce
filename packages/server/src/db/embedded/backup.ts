import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { lockFolder, syncFolder, writeFileDurably } from '../../platform/folder.ts';
import type { Logger } from '../../platform/logger.ts';
import { StartError } from '../../platform/start-error.ts';
import type { DatabaseAddress } from '../connection.ts';
import { withClient } from '../migrate.ts';
import { rolePassword } from '../roles.ts';
import { checkDatabaseServer } from '../server-check.ts';
import { OWNER } from './cluster.ts';
import { startEmbedded } from './embedded.ts';
import { readPostmasterFile, servesCluster } from './postmaster-file.ts';
import { startOf } from './segments.ts';
import { tar } from './tar.ts';

const CLUSTER = 'postgres';
/**
 * Files that each start rebuilds, or that belong to the running server only (PostgreSQL 18, "Making a Base Backup").
 */
const LEFT_OUT = [
  'pg_wal/*',
  'pg_replslot/*',
  'pg_dynshmem/*',
  'pg_notify/*',
  'pg_serial/*',
  'pg_snapshots/*',
  'pg_stat_tmp/*',
  'pg_subtrans/*',
  'pgsql_tmp*',
  'postmaster.pid',
  'postmaster.opts',
  '.s.PGSQL.*',
];

export interface BackupOptions {
  /** The secret in use, from any source; it is part of the backup. */
  readonly secret: Buffer;
  /** Folder of the archived log, if any; the database also archives while it runs only for the backup. */
  readonly archive: string | undefined;
  readonly logger: Logger;
}

/**
 * Writes the whole data folder to one tar file, whether or not the server runs: the database as of the end of the
 * backup, the files, and the installation's secret. The file grants access to everything, so only its owner can read
 * it. A file named .gz is compressed. An unfinished backup never has the final name. Fails if the secret does not match
 * the database. Notes the time in the data folder, for the server's metrics.
 */
export async function backUp(folder: string, file: string, options: BackupOptions): Promise<void> {
  const target = resolve(file);
  if (existsSync(target)) throw new StartError(`${target} already exists.`, 'Choose another name, or move the file.');
  if (!existsSync(join(folder, CLUSTER, 'PG_VERSION'))) {
    throw new StartError(`No database found in ${folder}.`, 'Set BERTH_DATA to the data folder.');
  }
  const draft = `${target}.part`;
  await (
    await open(draft, 'w', 0o600).catch((cause: unknown) => {
      throw new StartError(`${target} cannot be written: ${String(cause)}.`, 'Use a file in an existing folder.', {
        cause,
      });
    })
  ).close();
  try {
    const ownerPassword = rolePassword(options.secret, OWNER);
    const running = readPostmasterFile(join(folder, CLUSTER));
    if (running?.ready && servesCluster(running.pid, join(folder, CLUSTER))) {
      await copyRunning(folder, draft, ownerAt({ host: running.socketFolder, port: running.port }, ownerPassword));
    } else {
      await copyAtRest(folder, draft, { ...options, ownerPassword });
    }
    // After the database: a row is written only after the files it refers to.
    const others = readdirSync(folder).filter((name) => ['files', 'outbox'].includes(name));
    if (others.length > 0) await tar(['-rf', draft, '-C', folder, ...others]);
    await addFile(folder, draft, 'secret', `${options.secret.toString('base64url')}\n`);
    await finish(draft, target);
    writeFileDurably(join(folder, LAST_BACKUP), new Date().toISOString(), 0o644);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** File in the data folder with the time of the last backup. */
const LAST_BACKUP = 'last-backup';

/** When the data folder was last backed up; undefined: never. */
export function lastBackupAt(folder: string): Date | undefined {
  const file = join(folder, LAST_BACKUP);
  return existsSync(file) ? statSync(file).mtime : undefined;
}

/** Moves the draft to its final name once it is on the disk. */
async function finish(draft: string, target: string): Promise<void> {
  const isCompressed = target.endsWith('.gz');
  const file = isCompressed ? `${draft}.gz` : draft;
  try {
    if (isCompressed) {
      const gzip = createGzip({ level: 4 });
      await pipeline(createReadStream(draft), gzip, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    }
    const handle = await open(file, 'r+');
    await handle.sync();
    await handle.close();
    await rename(file, target);
    syncFolder(dirname(target));
  } finally {
    rmSync(file, { force: true });
  }
}

/** Starts the database for the duration of the copy. This verifies the secret, and there is only one way to copy. */
async function copyAtRest(
  folder: string,
  draft: string,
  { archive, logger, ownerPassword }: BackupOptions & { readonly ownerPassword: string },
): Promise<void> {
  const lock = await lockFolder(folder);
  try {
    const server = await startEmbedded({ folder, ownerPassword, logger, diesWithUs: true, volatile: false, archive });
    try {
      await copyRunning(folder, draft, ownerAt(server, ownerPassword));
    } finally {
      await server.stop();
    }
  } finally {
    await lock.release();
  }
}

function ownerAt({ host, port }: { readonly host: string; readonly port: number }, password: string): DatabaseAddress {
  return { host, port, user: OWNER, password, database: 'postgres' };
}

/** PostgreSQL's base backup: copies between start and stop, with all of the log written meanwhile. */
async function copyRunning(folder: string, draft: string, address: DatabaseAddress): Promise<void> {
  await checkDatabaseServer(address);
  await withClient(address, async (client) => {
    // Keeps log segments from being recycled until they are copied. It ends with this connection.
    await client.query(`select pg_create_physical_replication_slot('berth_backup_' || pg_backend_pid(), true, true)`);
    await client.query(`select pg_backup_start('berth', fast => true)`);
    const without = LEFT_OUT.map((pattern) => `--exclude=${CLUSTER}/${pattern}`);
    await tar(['-cf', draft, '-C', folder, '--wildcards', ...without, CLUSTER]);
    const { rows } = await client.query<{ labelfile: string; last: string }>(
      'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)',
    );
    const { labelfile = '', last = '' } = rows[0] ?? {};
    const first = startOf(labelfile)?.segment ?? '';
    // Complete segments only: the current one would be mistaken for the archived segment of that name.
    const segments = readdirSync(join(folder, CLUSTER, 'pg_wal')).filter((name) => name >= first && name <= last);
    await tar(['-rf', draft, '-C', folder, ...segments.map((name) => join(CLUSTER, 'pg_wal', name))]);
    // The restored database starts recovery from this label; without it, it would assume a crash.
    await addFile(folder, draft, join(CLUSTER, 'backup_label'), labelfile);
  });
}

/** Adds a file with the owner of its folder. */
async function addFile(folder: string, draft: string, path: string, content: string): Promise<void> {
  const staging = mkdtempSync(`${draft}-`);
  try {
    mkdirSync(join(staging, dirname(path)), { recursive: true });
    writeFileSync(join(staging, path), content, { mode: 0o600 });
    const { uid, gid } = statSync(join(folder, dirname(path)));
    const owner = [`--owner=+${uid}`, `--group=+${gid}`];
    await tar(['-rf', draft, ...owner, '-C', staging, path]);
  } finally {
    rmSync(staging, { recursive: true });
  }
}
