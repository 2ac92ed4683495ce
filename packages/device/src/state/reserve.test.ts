import { execFileSync } from 'node:child_process';
import { appendFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../system/log.ts';
import { testFolder } from '../testing/folders.ts';
import { readStateFile, writeStateFile } from './file.ts';
import { setAside, writeReserved } from './reserve.ts';

async function smallDisk(size: string): Promise<string> {
  const folder = await testFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'berth-test', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

const fill = (folder: string) =>
  expect(appendFile(join(folder, 'ballast'), Buffer.alloc(8 << 20))).rejects.toThrow('ENOSPC');

test('on a disk that is full before the first write, state files are written again and again', async () => {
  const folder = await smallDisk('4m');
  const file = join(folder, 'versions.json');
  await setAside(folder);
  await fill(folder);
  await expect(writeStateFile(join(folder, 'other.json'), 'x'.repeat(50_000))).rejects.toThrow('ENOSPC');
  await rm(join(folder, 'other.json.next'), { force: true });
  for (let n = 0; n < 10; n += 1) {
    await writeReserved(file, { n, text: 'x'.repeat(200_000) });
    expect(await readStateFile(file, silentLog)).toMatchObject({ n });
  }
  // With room again, the reserve is whole again.
  await rm(join(folder, 'ballast'));
  await writeReserved(file, { n: 10 });
  expect((await stat(join(folder, 'reserve'))).size).toBe(1 << 20);
});

test('on a disk without room for it, nothing is set aside, and small files are still written', async () => {
  const folder = await smallDisk('64k');
  await setAside(folder);
  expect(await readdir(folder)).toEqual([]);
  const file = join(folder, 'state.json');
  await writeReserved(file, { n: 1 });
  expect(await readStateFile(file, silentLog)).toEqual({ n: 1 });
});
