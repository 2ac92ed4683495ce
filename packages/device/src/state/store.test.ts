import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../system/log.ts';
import { testFolder } from '../testing/folders.ts';
import { desiredWith } from '../testing/gateway.ts';
import { lockFolder, writeStateFile } from './file.ts';
import { emptyState } from './machine-state.ts';
import { openStore } from './store.ts';

test('keeps acknowledged changes across a restart', async () => {
  const folder = await testFolder();
  const store = await openStore(folder, silentLog);
  const desired = desiredWith({ version: 1 });
  await store.update((state) => ({ ...state, desired }));
  expect((await openStore(folder, silentLog)).state.desired).toEqual(desired);
});

test('keeps all changes made during a write', async () => {
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

test('uses the known parts of a newer agent’s state', async () => {
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

test('keeps a change in memory and rejects if the folder is not writable', async () => {
  const folder = await testFolder();
  const store = await openStore(folder, silentLog);
  // A folder at the temporary file's path makes the write fail, like a full or broken disk.
  await mkdir(join(folder, 'state.json.next'));
  const desired = desiredWith({});
  await expect(store.update((state) => ({ ...state, desired }))).rejects.toThrow();
  expect(store.state.desired).toEqual(desired);
});

test('locks the folder for one machine until it ends', async () => {
  const folder = await testFolder();
  await writeFile(join(folder, 'anything'), '');
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(/Another machine already runs/);
  await unlock();
  await (await lockFolder(folder))();
});
