import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silentLog } from '../system/log.ts';
import { testFolder } from '../testing/folders.ts';
import { readStateFile, writeStateFile } from './file.ts';

const read = (file: string) => readStateFile(file, silentLog);

describe('the state file', () => {
  test('is empty before the first write and holds the newest value after each', async () => {
    const file = join(await testFolder(), 'state.json');
    expect(await read(file)).toBeNull();
    await writeStateFile(file, { n: 1 });
    await writeStateFile(file, { n: 2 });
    expect(await read(file)).toEqual({ n: 2 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test.each([
    ['cut short', (file: string) => truncate(file, 90)],
    ['emptied', (file: string) => truncate(file, 0)],
    [
      'changed in one place',
      async (file: string) => writeFile(file, (await readFile(file, 'utf8')).replace('"n":2', '"n":3')),
    ],
    ['filled with zeros', (file: string) => writeFile(file, Buffer.alloc(4096))],
  ])('is renamed when %s, and the previous version is used', async (_how, damage) => {
    const folder = await testFolder();
    const file = join(folder, 'state.json');
    await writeStateFile(file, { n: 1, filler: 'x'.repeat(100) });
    await writeStateFile(file, { n: 2, filler: 'x'.repeat(100) });
    await damage(file);
    expect(await read(file)).toMatchObject({ n: 1 });
    const names = await readdir(folder);
    expect(names.filter((name) => name.startsWith('state.json.damaged-'))).toHaveLength(1);
    // Writing continues from the previous version.
    await writeStateFile(file, { n: 4 });
    expect(await read(file)).toEqual({ n: 4 });
  });

  test('is renamed when it cannot be read, and the previous version is used', async () => {
    const folder = await testFolder();
    const file = join(folder, 'state.json');
    await writeStateFile(file, { n: 1 });
    await writeStateFile(file, { n: 2 });
    await rm(file);
    await mkdir(file);
    expect(await read(file)).toEqual({ n: 1 });
    await writeStateFile(file, { n: 3 });
    expect(await read(file)).toEqual({ n: 3 });
  });

  test('is empty if both versions are damaged', async () => {
    const file = join(await testFolder(), 'state.json');
    await writeStateFile(file, { n: 1 });
    await writeStateFile(file, { n: 2 });
    await truncate(file, 10);
    await truncate(`${file}.previous`, 10);
    expect(await read(file)).toBeNull();
  });

  test('keeps acknowledged writes across kill -9 at any moment', async () => {
    const file = join(await testFolder(), 'state.json');
    for (let round = 0; round < 8; round += 1) {
      const before = ((await read(file)) as { n: number } | null)?.n ?? 0;
      const writer = fork(new URL('../testing/state-writer.ts', import.meta.url), [file, String(before)]);
      let acknowledged = before;
      writer.on('message', (n) => {
        acknowledged = Number(n);
        // Kill during a later write.
        if (acknowledged >= before + 5 + round) writer.kill('SIGKILL');
      });
      await once(writer, 'exit');
      const found = (await read(file)) as { n: number };
      expect(found.n).toBeGreaterThanOrEqual(acknowledged);
    }
  });
});
