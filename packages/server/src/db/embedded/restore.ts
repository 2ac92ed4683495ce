import { existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { secretInForce, writeSecret } from '../../platform/data-folder.ts';
import { syncFolder } from '../../platform/folder.ts';
import type { Logger } from '../../platform/logger.ts';
import { StartError } from '../../platform/start-error.ts';
import type { DatabaseAddress } from '../connection.ts';
import { rolePassword } from '../roles.ts';
import { checkDatabaseServer } from '../server-check.ts';
import { accountForDatabase } from './account.ts';
import { type ArchivePoint, checkPoint, outside, replayArchive } from './archive.ts';
import { OWNER } from './cluster.ts';
import { startEmbedded } from './embedded.ts';
import { segmentsWithin } from './segments.ts';
import { tar } from './tar.ts';

/** Replaying days of archived changes may take hours. */
const REPLAY_WITHIN_MS = 7 * 24 * 3_600_000;

export interface RestoreOptions {
  readonly point: ArchivePoint | undefined;
  /** The installation's secret; undefined: the one in the backup. */
  readonly secret: Buffer | undefined;
  readonly logger: Logger;
  /** @throws StartError if the secret does not match the database. */
  prove(owner: DatabaseAddress, secret: Buffer): Promise<void>;
}

/**
 * Unpacks a backup into a missing or empty data folder, replays the archived log up to an optional point in time, and
 * checks that the secret matches. A failed or interrupted restore leaves no data folder behind.
 */
export async function restore(file: string, folder: string, options: RestoreOptions): Promise<void> {
  if (!existsSync(file)) throw new StartError(`File not found: ${file}.`, 'Use a backup made by `npm run backup`.');
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StartError(
      `The data folder ${folder} is not empty.`,
      'A backup is restored into a new folder only: set BERTH_DATA to another one, or move this one.',
    );
  }
  const names = new Set((await tar(['-tf', file])).split('\n'));
  if (!names.has('postgres/PG_VERSION')) {
    throw new StartError(`${file} is not a backup of Berth.`, 'Use a file made by `npm run backup`.');
  }
  if (options.secret === undefined && !names.has('secret')) {
    throw new StartError(
      `${file} contains no secret.`,
      'Set BERTH_SECRET to the one that the installation was made with.',
    );
  }
  if (options.point) await checkPoint(options.point, file, segmentsWithin(names));
  const draft = `${folder}.restoring-${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o711 });
  try {
    await tar(['-xpf', file, '-C', draft]);
    await openRestored(draft, options);
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    renameSync(draft, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Starts the restored database, which replays its log, and stops it once the secret is verified. */
async function openRestored(draft: string, { point, secret: given, logger, prove }: RestoreOptions): Promise<void> {
  const cluster = join(draft, 'postgres');
  const secret = secretInForce(given, draft);
  // User IDs differ between computers.
  const account = accountForDatabase();
  if (account) giveTo(cluster, account);
  const forget = point && (await replayArchive(cluster, point, account));
  const server = await startEmbedded({
    folder: draft,
    ownerPassword: rolePassword(secret, OWNER),
    logger,
    diesWithUs: true,
    volatile: false,
    readyWithinMs: REPLAY_WITHIN_MS,
    reads: point && [join(point.archive, 'segment')],
  }).catch((error: unknown) => {
    throw explain(error, point?.until);
  });
  try {
    const password = rolePassword(secret, OWNER);
    const owner = { host: server.host, port: server.port, user: OWNER, password, database: 'postgres' };
    await checkDatabaseServer(owner);
    await prove(owner, secret);
  } finally {
    await server.stop();
  }
  await forget?.();
  writeSecret(draft, secret);
}

/**
 * Lets PostgreSQL determine whether a change of that time or later is archived, and whether the backup had ended by
 * then.
 */
function explain(error: unknown, until: Date | undefined): unknown {
  if (!(error instanceof StartError) || until === undefined) return error;
  if (error.message.includes('before consistent recovery point')) {
    return outside(until, 'The backup ended later than that.');
  }
  if (!error.message.includes('recovery ended before configured recovery target was reached')) return error;
  const [, last] = /last completed transaction was at log time (\S+ \S+)/.exec(error.message) ?? [];
  return outside(until, `The newest archived change is of ${last ?? 'the backup'} UTC.`);
}

function giveTo(path: string, account: { readonly uid: number; readonly gid: number }): void {
  lchownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
