import { afterEach, expect, test, vi } from 'vitest';
import { openStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import type { Exit, Running } from '../../system/ports/programs.ts';
import { testFolder } from '../../testing/folders.ts';
import { Keyboard } from './keyboard.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A touchscreen whose on-screen keyboards end when the test says so. */
function touchscreen() {
  const opened: PromiseWithResolvers<Exit>[] = [];
  const openKeyboard = async (): Promise<Running> => {
    const exit = Promise.withResolvers<Exit>();
    opened.push(exit);
    return { pid: opened.length, exited: exit.promise, stop: async () => {} };
  };
  const desktop = {
    openKeyboard,
    isTouchOnly: async () => true,
    onPlugged: () => () => {},
    setKeyboardLayout: async () => {},
    windows: { onChange: () => () => {}, covered: () => 0 },
  };
  const crash = () => opened.at(-1)?.resolve({ code: null, signal: 'SIGKILL' });
  return { desktop: desktop as never, opened, crash };
}

test('restarts a repeatedly crashing on-screen keyboard ever later, and one that ran for a while at once', async () => {
  const store = await openStore(await testFolder(), silentLog);
  vi.useFakeTimers();
  const keyboard = new Keyboard({ store, log: silentLog, onChange: () => {}, onReadable: async () => {} });
  const { desktop, opened, crash } = touchscreen();
  await keyboard.attach(desktop);
  for (const wait of [500, 1_000, 2_000]) {
    const before = opened.length;
    crash();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(opened).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened).toHaveLength(before + 1);
  }
  await vi.advanceTimersByTimeAsync(3_600_000);
  crash();
  await vi.advanceTimersByTimeAsync(500);
  expect(opened).toHaveLength(5);
});
