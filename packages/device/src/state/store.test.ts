import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../system/log.ts';
import { desiredWith } from '../testing/desired.ts';
import { testFolder } from '../testing/folders.ts';
import { lockFolder, writeStateFile } from './file.ts';
import { emptyState } from './machine-state.ts';
import { openStore } from './store.ts';

test('what was acknowledged is there after the next start', async () => {
  const folder = await testFolder();
  const store = await openStore(folder, silentLog);
  const desired = desiredWith({ version: 1 });
  await store.update((state) => ({ ...state, desired }));
  expect((await openStore(folder, silentLog)).state.desired).toEqual(desired);
});

test('changes that come while one is written are all kept', async () => {
  const folder = await testFolder();
  const store = await openStore(folder, silentLog);
  const session = (index: number) => ({ session_type: 'webapp' as const, session_index: index, app_instance: null });
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      store.update((state) => ({ ...state, sessions: [...state.sessions, session(index)] })),
    ),
  );
  expect((await openStore(folder, silentLog)).state.sessions).toHaveLength(50);
});

test('a state of a newer agent is used as far as it is understood', async () => {
  const folder = await testFolder();
  const desired = { ...desiredWith({ version: 7 }), newField: true };
  await writeStateFile(join(folder, 'state.json'), {
    ...emptyState,
    desired,
    commands: 'a new form of commands',
    somethingNew: { a: 1 },
  });
  const { state } = await openStore(folder, silentLog);
  expect(state.desired).toEqual(desired);
  expect(state.commands).toEqual([]);
});

test('a folder that cannot be written keeps the change in memory and says so', async () => {
  const folder = await testFolder();
  const store = await openStore(folder, silentLog);
  // A folder in the way of the next version: what a full or broken disk looks like to a writer.
  await mkdir(join(folder, 'state.json.next'));
  const desired = desiredWith({});
  await expect(store.update((state) => ({ ...state, desired }))).rejects.toThrow();
  expect(store.state.desired).toEqual(desired);
});

test('one folder has one machine, and a killed one frees it', async () => {
  const folder = await testFolder();
  await writeFile(join(folder, 'anything'), '');
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(/Another machine already runs/);
  await unlock();
  await (await lockFolder(folder))();
});
