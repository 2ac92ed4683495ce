import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { syncFolder } from '../../platform/folder.ts';
import { StartError } from '../../platform/start-error.ts';
import { archivedSegments, backupStart } from './segments.ts';

export interface Pruned {
  readonly removed: number;
  readonly bytes: number;
  /** The first segment that the backup needs. */
  readonly oldest: string;
}

/** Removes the archived segments that come before a backup. Those of another history than the backup's stay. */
export async function pruneArchive(folder: string, backup: string): Promise<Pruned> {
  if (!existsSync(backup))
    throw new StartError(`There is no file ${backup}.`, 'Name the oldest backup to be restored.');
  const { segment: oldest } = await backupStart(backup);
  const timeline = oldest.slice(0, 8);
  const segments = await archivedSegments(folder);
  const older = segments.filter(({ name }) => name.startsWith(timeline) && name < oldest);
  for (const { path } of older) await unlink(path);
  syncFolder(folder);
  return { removed: older.length, bytes: older.reduce((sum, { bytes }) => sum + bytes, 0), oldest };
}
