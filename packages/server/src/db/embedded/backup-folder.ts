import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../platform/start-error.ts';

/** Backups by time: names sort as they were made. */
const NAME = /^berth-\d{8}T\d{6}Z\.tar\.gz$/;

/** The path of a backup that is made now, in a folder of backups. */
export function nextBackup(folder: string, now: Date): string {
  if (!existsSync(folder)) {
    throw new StartError(
      `The folder ${folder} does not exist.`,
      'Create it, owned by the user that makes the backups.',
    );
  }
  return join(folder, `berth-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`);
}

/** The backups of a folder, oldest first; other files are ignored. */
export function backupsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  return names.sort().map((name) => join(folder, name));
}

/** Removes all but the newest backups of a folder. Returns the removed ones. */
export function keepNewest(folder: string, keep: number): string[] {
  const old = backupsIn(folder).slice(0, -keep);
  for (const file of old) rmSync(file);
  return old;
}
