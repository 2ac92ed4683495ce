import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BOARD_CHANGE_BYTES_MAX } from '@berth/contract/limits';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../system/log.ts';
import { testFolder } from '../../testing/folders.ts';
import { Boards } from './boards.ts';

const board = (name: string, content = '{}') => ({ id: randomUUID(), name, content });

test('boards survive a restart, most recently changed first', async () => {
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
  expect(await after.load(sketch.id)).toMatchObject(sketch);
});

test('falls back to the previous version of a damaged file', async () => {
  const folder = join(await testFolder(), 'boards');
  const sketch = board('Sketch', 'first');
  const boards = new Boards(folder, silentLog);
  await boards.save(sketch);
  await boards.save({ ...sketch, content: 'second' });
  const file = join(folder, `${sketch.id}.board`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.slice(0, text.length / 2));
  expect(await new Boards(folder, silentLog).load(sketch.id)).toMatchObject(sketch);
});

test('lists the other boards if one cannot be read', async () => {
  const folder = join(await testFolder(), 'boards');
  const boards = new Boards(folder, silentLog);
  const sketch = board('Sketch');
  const { revision } = await boards.save(sketch);
  await boards.save(board('Plan'));
  await mkdir(join(folder, `${sketch.id}.board.changes-${revision}`));
  expect((await new Boards(folder, silentLog).list()).map(({ name }) => name)).toEqual(['Plan']);
});

test('writes concurrent saves in order; the last one wins', async () => {
  const boards = new Boards(join(await testFolder(), 'boards'), silentLog);
  const sketch = board('Sketch');
  await Promise.all(Array.from({ length: 20 }, (_, index) => boards.save({ ...sketch, content: `stroke ${index}` })));
  expect((await boards.load(sketch.id))?.content).toBe('stroke 19');
});

test('a deleted board stays deleted after a restart', async () => {
  const folder = join(await testFolder(), 'boards');
  const boards = new Boards(folder, silentLog);
  const sketch = board('Sketch');
  await boards.save(sketch);
  await boards.save(sketch);
  await boards.delete(sketch.id);
  expect(await boards.list()).toEqual([]);
  expect(await new Boards(folder, silentLog).load(sketch.id)).toBeNull();
});

test('nothing of a deleted board is left, not even of its damaged or half-written files', async () => {
  const folder = join(await testFolder(), 'boards');
  const sketch = board('Sketch');
  const boards = new Boards(folder, silentLog);
  const { revision } = await boards.save(sketch);
  await boards.save(sketch);
  await boards.change({ id: sketch.id, name: sketch.name, revision, change: '{}' });
  await truncate(join(folder, `${sketch.id}.board`), 90);
  await writeFile(join(folder, `${sketch.id}.board.next`), 'half of');
  const other = board('Plan');
  await boards.save(other);
  const after = new Boards(folder, silentLog);
  await after.delete(sketch.id);
  expect(await readdir(folder)).toEqual([`${other.id}.board`]);
});

test('keeps changes in a journal across restarts until the next full save', async () => {
  const folder = join(await testFolder(), 'boards');
  const before = new Boards(folder, silentLog);
  const sketch = board('Sketch', 'all');
  const { revision } = await before.save(sketch);
  for (const change of ['one', 'two']) await before.change({ id: sketch.id, name: 'Plan', revision, change });
  const after = new Boards(folder, silentLog);
  expect((await after.list()).map(({ name }) => name)).toEqual(['Plan']);
  expect(await after.load(sketch.id)).toMatchObject({ name: 'Plan', content: 'all', changes: ['one', 'two'] });
  await after.save({ ...sketch, content: 'all of it' });
  expect(await after.load(sketch.id)).toMatchObject({ name: 'Sketch', content: 'all of it', changes: [] });
});

test('skips a truncated change and keeps the ones after it', async () => {
  const folder = join(await testFolder(), 'boards');
  const boards = new Boards(folder, silentLog);
  const sketch = board('Sketch');
  const { revision } = await boards.save(sketch);
  const change = (text: string) => boards.change({ id: sketch.id, name: 'Sketch', revision, change: text });
  await change('one');
  await change('torn');
  const journal = join(folder, (await readdir(folder)).find((name) => name.includes('changes')) ?? '');
  await truncate(journal, (await readFile(journal)).length - 3);
  await change('three');
  await appendFile(journal, '\n0123 {"name":');
  expect(await new Boards(folder, silentLog).load(sketch.id)).toMatchObject({ changes: ['one', 'three'] });
});

test('falls back to the previous version of a damaged board plus its changes', async () => {
  const folder = join(await testFolder(), 'boards');
  const boards = new Boards(folder, silentLog);
  const sketch = board('Sketch', 'first');
  const { revision } = await boards.save(sketch);
  await boards.change({ id: sketch.id, name: 'Sketch', revision, change: 'a stroke' });
  await boards.save({ ...sketch, content: 'second' });
  await writeFile(join(folder, `${sketch.id}.board`), 'damaged');
  const after = await new Boards(folder, silentLog).load(sketch.id);
  expect(after).toMatchObject({ content: 'first', revision, changes: ['a stroke'] });
});

test('a change to another revision, or one too many, requires a full save', async () => {
  const boards = new Boards(join(await testFolder(), 'boards'), silentLog);
  const sketch = board('Sketch');
  const id = sketch.id;
  const old = await boards.save(sketch);
  const { revision } = await boards.save(sketch);
  expect(await boards.change({ id, name: 'Sketch', revision: old.revision, change: 'late' })).toBeNull();
  const change = 'x'.repeat(BOARD_CHANGE_BYTES_MAX - 1_000);
  for (let times = 0; times < 4; times++)
    expect(await boards.change({ id, name: 'Sketch', revision, change })).not.toBeNull();
  expect(await boards.change({ id, name: 'Sketch', revision, change })).toBeNull();
  expect((await boards.load(id))?.changes).toHaveLength(4);
  await boards.delete(id);
  expect(await boards.change({ id, name: 'Sketch', revision, change: 'late' })).toBeNull();
});
