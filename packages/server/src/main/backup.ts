import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { backUp } from '../db/embedded/backup.ts';
import { backupsIn, keepNewest, nextBackup } from '../db/embedded/backup-folder.ts';
import { pruneArchive } from '../db/embedded/segments.ts';
import { existingDataFolder, secretInForce } from '../platform/data-folder.ts';
import { createLogger } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command.ts';

const USAGE = `Usage: npm run backup -- FILE
       npm run backup -- --to FOLDER [--keep N]
Writes everything of an installation with the embedded database to FILE, while its server runs or not: the database, the
files and the secret. A FILE that ends in .gz is compressed. With --to the file is named by its time; --keep N removes all but
the newest N of the folder, and the archived log (BERTH_WAL_ARCHIVE) that none of them needs. BERTH_DATA names the data folder;
BERTH_SECRET is set as it is for the server.`;

await runCommand({
  usage: USAGE,
  failure: 'No backup was made',
  operands: [],
  optional: 'FILE',
  options: ['to', 'keep'],
  run: async ([file], { to, keep }) => {
    if ((file === undefined) === (to === undefined)) throw new StartError('Name either FILE or --to FOLDER.', USAGE);
    if (keep !== undefined && (to === undefined || !/^[1-9]\d{0,3}$/.test(keep))) {
      throw new StartError('--keep takes a number from 1 to 9999, and --to.', USAGE);
    }
    const { dataFolder, databaseUrl, secret, walArchive, logLevel } = readConfig(process.env);
    if (databaseUrl !== undefined) {
      throw new StartError(
        'The database is a server of your own (DATABASE_URL).',
        'Back it up with its own tools, such as pg_dump or pgBackRest, and keep BERTH_SECRET with the backup.',
      );
    }
    const folder = existingDataFolder(dataFolder);
    const target = to === undefined ? String(file) : nextBackup(resolve(to), new Date());
    await backUp(folder, target, {
      secret: secretInForce(secret, folder),
      archive: walArchive,
      logger: createLogger(logLevel),
    });
    console.log(`Backed up to ${target}. It holds the installation's secret: keep it where nobody else reads it.`);
    // Only now: a failed backup removes nothing.
    if (to !== undefined && keep !== undefined) await prune(resolve(to), Number(keep), walArchive);
    return 0;
  },
});

async function prune(folder: string, keep: number, archive: string | undefined): Promise<void> {
  for (const removed of keepNewest(folder, keep)) console.log(`Removed ${removed}.`);
  const [oldest] = backupsIn(folder);
  if (archive === undefined || oldest === undefined) return;
  const { removed } = await pruneArchive(resolve(archive), oldest);
  console.log(`Removed ${removed} archived segments that no backup needs.`);
}
