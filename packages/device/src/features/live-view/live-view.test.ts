import type { LiveViewState } from '@berth/contract/bridge/screen';
import { FRAME_CHARS_MAX } from '@berth/contract/limits';
import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import { LiveView } from './live-view.ts';

/** A live view over a screen whose pictures grow with their quality. */
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

test('a picture is taken when somebody looks, no more often than needed, and the screen says so while it lasts', async () => {
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

test('none is taken where the profile does not want it, the user forbids it, or the state is private', async () => {
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

test('a picture that would be too large for the way to the cloud is sent in less quality', async () => {
  const { view } = watchedScreen(100_000);
  const { state, image } = await view.capture();
  expect(state).toBe('shown');
  expect(image?.length).toBeLessThanOrEqual(FRAME_CHARS_MAX);
});
