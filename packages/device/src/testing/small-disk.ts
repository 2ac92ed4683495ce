import { execFileSync } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { testFolder } from './folders.ts';

/**
 * A folder on a disk of its own, in memory: `fill` leaves no byte of it, `empty` takes that back, and `protect` makes it
 * read-only, as Linux does with a failing disk.
 */
export async function smallDisk(megabytes: number) {
  const folder = await testFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes * 1024}k`, 'berth-test', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const ballast = join(folder, 'ballast');
  const bytes = Buffer.alloc((megabytes + 1) << 20);
  const fill = () => expect(appendFile(ballast, bytes)).rejects.toThrow('ENOSPC');
  const protect = () => void execFileSync('mount', ['-o', 'remount,ro', folder]);
  return { folder, fill, empty: () => rm(ballast), protect };
}
