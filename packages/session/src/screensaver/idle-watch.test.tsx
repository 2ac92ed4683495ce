// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import IdleWatch from './idle-watch.ts';

beforeEach(() => {
  history.replaceState(null, '', '/session/local');
});
afterEach(() => void vi.useRealTimers());

async function watch(idle: () => number, settings: object = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { call } = await showSession(<IdleWatch />, {
    state: { profile: profileWith({ thinhoc: { screensaver: { enabled: true, show_after: 60, ...settings } } }) },
    bridge: { get_idle_time: idle, show_home: () => null },
  });
  return {
    pass: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    asked: () => call.mock.calls.filter(([method]) => method === 'get_idle_time').length,
    cameToFront: () => call.mock.calls.some(([method]) => method === 'show_home'),
  };
}

test('an idle machine shows the screensaver', async () => {
  const { pass } = await watch(() => 60_000);
  await pass(59_999);
  expect(location.pathname).toBe('/session/local');
  await pass(1);
  expect(location.pathname).toBe('/screensaver');
});

test('a screensaver that is off leaves an idle machine on its screen', async () => {
  const { pass } = await watch(() => 600_000, { enabled: false });
  await pass(600_000);
  expect(location.pathname).toBe('/session/local');
});

test('a machine that was used meanwhile is checked again after the remaining time', async () => {
  const idle = vi.fn().mockReturnValueOnce(45_000).mockReturnValue(60_000);
  const { pass, asked } = await watch(idle);
  await pass(60_000);
  expect({ path: location.pathname, asked: asked() }).toEqual({ path: '/session/local', asked: 1 });
  await pass(14_999);
  expect(asked()).toBe(1);
  await pass(1);
  expect({ path: location.pathname, asked: asked() }).toEqual({ path: '/screensaver', asked: 2 });
});

test.each([true, false])(
  'with bring_to_foreground %s it appears in front of other windows, or stays behind them',
  async (wanted) => {
    const { pass, cameToFront } = await watch(() => 60_000, { bring_to_foreground: wanted });
    await pass(60_000);
    expect({ path: location.pathname, front: cameToFront() }).toEqual({ path: '/screensaver', front: wanted });
  },
);
