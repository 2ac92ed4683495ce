import { expect, test } from 'vitest';
import { memoryStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import { Accessibility } from './accessibility.ts';

function machine() {
  const store = memoryStore();
  const start = (bootId: string) =>
    new Accessibility({
      store,
      bootId,
      onChange: () => {},
      language: () => 'en-US',
      onReadable: async () => {},
      log: silentLog,
    });
  return { store, start };
}

test('aids survive a crash of the agent, but not a restart of the computer', async () => {
  const { start } = machine();
  await start('one').change({ largeText: true, screenReader: true });
  expect(start('one').state).toMatchObject({ largeText: true, screenReader: true, highContrast: false });
  expect(start('two').state).toMatchObject({ largeText: false, screenReader: false });
});

test('aids of the user before do not come back after a crash', async () => {
  const { store, start } = machine();
  const accessibility = start('one');
  await accessibility.change({ highContrast: true });
  await accessibility.reset();
  expect(start('one').state).toMatchObject({ highContrast: false });
  expect(store.state.aids).toBeNull();
});
