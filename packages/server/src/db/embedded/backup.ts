import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncFolder } from '../../platform/durable-file.ts';
import { lockFolder } from '../../platform/folder-lock.ts';
import { StartError } from '../../platform/start-error.ts';
import type { DatabaseAddress } from '../connection.ts';
import { withClient } from '../migrate.ts';
import { OWNER } from './cluster.ts';
import { readPostmasterFile, servesCluster } from './postmaster-file.ts';
import { tar } from './tar.ts';

const CLUSTER = 'postgres';
/** Rebuilt by each start, or true of the running server alone (PostgreSQL 18, "Making a Base Backup"). */
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

/**
 * Writes the whole data folder to one tar file, whether the server runs or not: the database as it was when the backup
 * ended, the files, and the installation's secret, so the file opens everything and is for its owner's eyes alone.
 * An unfinished backup never has the name that was asked for.
 */
export async function backUp(folder: string, file: string, password: string): Promise<void> {
  const target = resolve(file);
  if (existsSync(target)) throw new StartError(`${target} is there already.`, 'Choose another name, or move it away.');
  if (!existsSync(join(folder, CLUSTER, 'PG_VERSION'))) {
    throw new StartError(`There is no database in ${folder}.`, 'Name the data folder with BERTH_DATA.');
  }
  const draft = `${target}.part`;
  await (
    await open(draft, 'w', 0o600).catch((cause: unknown) => {
      throw new StartError(`${target} cannot be written: ${String(cause)}.`, 'Name a file in a folder that is there.', {
        cause,
      });
    })
  ).close();
  try {
    const running = readPostmasterFile(join(folder, CLUSTER));
    if (running?.ready && servesCluster(running.pid, join(folder, CLUSTER))) {
      const address = { host: running.socketFolder, port: running.port, user: OWNER, password, database: 'postgres' };
      await copyRunning(folder, draft, address);
    } else {
      await copyAtRest(folder, draft);
    }
    // After the database: what a row names was written before the row.
    const others = readdirSync(folder).filter((name) => ['secret', 'files', 'outbox'].includes(name));
    await tar(['-rf', draft, '-C', folder, ...others]);
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, target);
    syncFolder(dirname(target));
  } finally {
    rmSync(draft, { force: true });
  }
}

async function copyAtRest(folder: string, draft: string): Promise<void> {
  const lock = await lockFolder(folder);
  try {
    await tar(['-cf', draft, '-C', folder, CLUSTER]);
  } finally {
    await lock.release();
  }
}

/** PostgreSQL's own way: copy between start and stop, with all of the log that was written meanwhile. */
async function copyRunning(folder: string, draft: string, address: DatabaseAddress): Promise<void> {
  await withClient(address, async (client) => {
    // Keeps the log's segments from being reused until they are copied; goes with this connection.
    await client.query(`select pg_create_physical_replication_slot('berth_backup_' || pg_backend_pid(), true, true)`);
    await client.query(`select pg_backup_start('berth', fast => true)`);
    const without = LEFT_OUT.map((pattern) => `--exclude=${CLUSTER}/${pattern}`);
    await tar(['-cf', draft, '-C', folder, '--wildcards', ...without, CLUSTER]);
    const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)');
    await tar(['-rf', draft, '-C', folder, join(CLUSTER, 'pg_wal')]);
    await addLabel(folder, draft, rows[0].labelfile);
  });
}

/** The file that tells the restored database where to begin; without it the copy would be taken for a crashed server. */
async function addLabel(folder: string, draft: string, label: string): Promise<void> {
  const staging = mkdtempSync(`${draft}-`);
  try {
    mkdirSync(join(staging, CLUSTER));
    writeFileSync(join(staging, CLUSTER, 'backup_label'), label, { mode: 0o600 });
    const { uid, gid } = statSync(join(folder, CLUSTER));
    const owner = [`--owner=+${uid}`, `--group=+${gid}`];
    await tar(['-rf', draft, ...owner, '-C', staging, join(CLUSTER, 'backup_label')]);
  } finally {
    rmSync(staging, { recursive: true });
  }
}
