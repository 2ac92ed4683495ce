import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { pruneArchive } from '../db/embedded/segments.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand } from './command.ts';

const USAGE = `Usage: npm run prune-archive -- BACKUP [--archive FOLDER]
Removes the archived segments that are older than BACKUP, the oldest backup that is to be restored: for that one and newer
ones none of them is needed. FOLDER is BERTH_WAL_ARCHIVE where it is not named.`;

await runCommand({
  usage: USAGE,
  failure: 'Nothing was removed',
  operands: ['BACKUP'],
  options: ['archive'],
  run: async ([backup = ''], { archive = readConfig(process.env).walArchive }) => {
    if (archive === undefined) throw new StartError('No archive is named.', USAGE);
    const folder = resolve(archive);
    const { removed, bytes, oldest } = await pruneArchive(folder, resolve(backup));
    const size = `${(bytes / 1e6).toFixed(1)} MB`;
    console.log(`Removed ${removed} segments (${size}) from ${folder}. ${backup} needs those from ${oldest} on.`);
    return 0;
  },
});
