import type { LiveViewState } from '@berth/contract/bridge/screen';
import { FRAME_CHARS_MAX } from '@berth/contract/limits';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import { LiveView } from './live-view.ts';

/** A live view of a screen whose images grow with their quality. */
function watchedScreen(bytesAtBest = 1_000) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const told: LiveViewState[] = [];
  const is = { enabled: true, private: false, taken: 0 };
  const view = new LiveView({
    desktop: () => ({
      screenshot: async () => {
        is.taken += 1;
        return (quality) => Buffer.alloc(Math.round((bytesAtBest * quality) / 100));
      },
    }),
    store: memoryStore(),
    isEnabled: () => is.enabled,
    isPrivate: () => is.private,
    onChange: (state) => told.push(state),
    log: silentLog,
  });
  return { view, is, told };
}

test('captures frames only while someone watches, and the screen says so', async () => {
  const { view, is, told } = watchedScreen();
  expect(is.taken).toBe(0);
  const first = await view.capture();
  expect(first.state).toBe('shown');
  expect(await view.capture()).toEqual(first);
  expect(is.taken).toBe(1);
  expect(told).toEqual([{ enabled: true, allowed: true, watched: true }]);
  vi.advanceTimersByTime(31_000);
  expect(told.at(-1)).toEqual({ enabled: true, allowed: true, watched: false });
  await view.capture();
  expect(is.taken).toBe(2);
});

test('captures no frame if the profile disables it, the user forbids it, or the screen is private', async () => {
  const { view, is } = watchedScreen();
  is.enabled = false;
  expect(await view.capture()).toEqual({ state: 'off', image: null });
  is.enabled = true;
  await view.allow(false);
  expect(await view.capture()).toEqual({ state: 'forbidden', image: null });
  await view.allow(true);
  is.private = true;
  expect(await view.capture()).toEqual({ state: 'private', image: null });
  expect(is.taken).toBe(0);
});

test('lowers the quality of a frame that is too large to send', async () => {
  const { view } = watchedScreen(100_000);
  const { state, image } = await view.capture();
  expect(state).toBe('shown');
  expect(image?.length).toBeLessThanOrEqual(FRAME_CHARS_MAX);
});
