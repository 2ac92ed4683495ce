import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { testFolder } from '../../testing/folders.ts';
import { Boards } from './boards.ts';

const board = (name: string, content = '{}') => ({ id: randomUUID(), name, content });

test('boards outlive the agent, the one changed last comes first', async () => {
  const folder = join(await testFolder(), 'boards');
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => void vi.useRealTimers());
  const before = new Boards(folder, silentLog);
  expect(await before.list()).toEqual([]);
  const sketch = board('Sketch', '{"elements":[1]}');
  const plan = board('Plan');
  await before.save(sketch);
  vi.setSystemTime(60_000);
  await before.save(plan);
  const after = new Boards(folder, silentLog);
  expect((await after.list()).map(({ name }) => name)).toEqual(['Plan', 'Sketch']);
  expect(await after.load(sketch.id)).toEqual(sketch);
});

test('a file that a power cut damaged gives way to the version before', async () => {
  const folder = join(await testFolder(), 'boards');
  const sketch = board('Sketch', 'first');
  const boards = new Boards(folder, silentLog);
  await boards.save(sketch);
  await boards.save({ ...sketch, content: 'second' });
  const file = join(folder, `${sketch.id}.board`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.slice(0, text.length / 2));
  expect(await new Boards(folder, silentLog).load(sketch.id)).toEqual(sketch);
});

test('saves that come together are written one after the other, the last one stays', async () => {
  const boards = new Boards(join(await testFolder(), 'boards'), silentLog);
  const sketch = board('Sketch');
  await Promise.all(Array.from({ length: 20 }, (_, index) => boards.save({ ...sketch, content: `stroke ${index}` })));
  expect((await boards.load(sketch.id))?.content).toBe('stroke 19');
});

test('a deleted board is gone, also after a restart', async () => {
  const folder = join(await testFolder(), 'boards');
  const boards = new Boards(folder, silentLog);
  const sketch = board('Sketch');
  await boards.save(sketch);
  await boards.save(sketch);
  await boards.delete(sketch.id);
  expect(await boards.list()).toEqual([]);
  expect(await new Boards(folder, silentLog).load(sketch.id)).toBeNull();
});
