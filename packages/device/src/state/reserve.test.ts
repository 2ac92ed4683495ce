import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../system/log.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { readStateFile, writeStateFile } from './file.ts';
import { setAside, writeReserved } from './reserve.ts';

test('on a disk that is full before the first write, state files are written again and again', async () => {
  const { folder, fill, empty } = await smallDisk(4);
  const file = join(folder, 'versions.json');
  await setAside(folder);
  await fill();
  await expect(writeStateFile(join(folder, 'other.json'), 'x'.repeat(50_000))).rejects.toThrow('ENOSPC');
  for (let n = 0; n < 10; n += 1) {
    await writeReserved(file, { n, text: 'x'.repeat(200_000) });
    expect(await readStateFile(file, silentLog)).toMatchObject({ n });
  }
  // With room again, the reserve is whole again.
  await empty();
  await writeReserved(file, { n: 10 });
  expect((await stat(join(folder, 'reserve'))).size).toBe(1 << 20);
});

test('a file for which a disk has too little room takes none of it', async () => {
  const { folder } = await smallDisk(1);
  await expect(writeStateFile(join(folder, 'board'), 'x'.repeat(2_000_000))).rejects.toThrow('ENOSPC');
  await writeStateFile(join(folder, 'other.json'), 'x'.repeat(500_000));
  expect(await readdir(folder)).toEqual(['other.json']);
});

test('on a disk without room for it, nothing is set aside, and small files are still written', async () => {
  const { folder } = await smallDisk(1 / 16);
  await setAside(folder);
  expect(await readdir(folder)).toEqual([]);
  const file = join(folder, 'state.json');
  await writeReserved(file, { n: 1 });
  expect(await readStateFile(file, silentLog)).toEqual({ n: 1 });
});
