import { rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeStateFile } from './file.ts';

/** Room for a state file with the largest profile and its version before. */
const BYTES = 1 << 20;

/**
 * Sets space aside in a folder for its state files, if there is any. Files of users leave root five percent of a disk
 * (ext4), files of root leave nothing. Without a reserve, the machine could neither take a command that frees space nor
 * prove an installed version.
 */
export async function setAside(folder: string): Promise<void> {
  const reserve = reserveOf(folder);
  if (await isFull(reserve)) return;
  await writeFile(reserve, Buffer.alloc(BYTES), { mode: 0o600 })
    .catch(() => rm(reserve, { recursive: true, force: true }))
    // A disk that cannot be written at all.
    .catch(() => {});
}

/**
 * Replaces a state file (writeStateFile), on a full disk with the space that was set aside in its folder. Calls for one
 * folder must not overlap.
 */
export async function writeReserved(file: string, value: unknown): Promise<void> {
  const reserve = reserveOf(dirname(file));
  await writeStateFile(file, value).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOSPC' || !(await isFull(reserve))) throw error;
    await rm(reserve);
    await writeStateFile(file, value);
  });
  await setAside(dirname(file));
}

function reserveOf(folder: string): string {
  return join(folder, 'reserve');
}

async function isFull(reserve: string): Promise<boolean> {
  const found = await stat(reserve).catch(() => null);
  return found?.size === BYTES;
}
