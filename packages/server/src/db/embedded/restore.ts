import { existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../platform/durable-file.ts';
import { StartError } from '../../platform/start-error.ts';
import { accountForDatabase } from './account.ts';
import { replayArchive } from './archive.ts';
import { tar } from './tar.ts';

/**
 * Unpacks a backup into a data folder that is not there yet, or empty. The next start of the server replays the
 * database's log and goes on from where the backup ended, or from a later point in time by what was archived since. A
 * restore that is cut off leaves no data folder behind.
 */
export async function restore(
  file: string,
  folder: string,
  point?: { readonly archive: string; readonly until: Date },
): Promise<void> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`, 'Name a backup that `npm run backup` made.');
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StartError(
      `The data folder ${folder} is not empty.`,
      'A backup is restored into a new folder only: name another one with BERTH_DATA, or move this one away.',
    );
  }
  const names = new Set((await tar(['-tf', file])).split('\n'));
  if (!names.has('secret') || !names.has('postgres/PG_VERSION')) {
    throw new StartError(`${file} is no backup of Berth.`, 'Name a file that `npm run backup` made.');
  }
  const draft = `${folder}.restoring-${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o711 });
  try {
    await tar(['-xpf', file, '-C', draft]);
    // Another computer's users have other numbers.
    const account = accountForDatabase();
    if (account) giveTo(join(draft, 'postgres'), account);
    if (point) await replayArchive(join(draft, 'postgres'), point.archive, point.until, account);
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    renameSync(draft, folder);
    syncFolder(dirname(folder));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function giveTo(path: string, account: { readonly uid: number; readonly gid: number }): void {
  lchownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
