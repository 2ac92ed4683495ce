import { beforeEach, expect, test, vi } from 'vitest';
import type { Windows } from '../../system/ports/windows.ts';
import { showPainted } from './show-painted.ts';

// Vitest advances the global timers alone.
vi.mock('node:timers/promises', () => ({ setTimeout: (ms: number) => new Promise((done) => setTimeout(done, ms)) }));

beforeEach(() => {
  vi.useFakeTimers();
});

/** Milliseconds until a window whose page stays blank is shown. */
async function shownAfter(className: string, titles: { readonly first: string; readonly later: string }) {
  const started = performance.now();
  let shown = Number.POSITIVE_INFINITY;
  const window = () => ({ id: 1, className, title: performance.now() - started < 500 ? titles.first : titles.later });
  const windows = {
    list: () => [window()],
    active: () => 1,
    watchPaint: async () => ({ isPainted: async () => false, close: () => {} }),
  } as unknown as Windows;
  const showing = showPainted(windows, 1, async () => {
    shown = performance.now() - started;
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await showing;
  return shown;
}

const APP = 'berth-session-webapp-1';

test('a blank web app is shown a second after its page has a title', async () => {
  const shown = await shownAfter(APP, { first: 'app.example_/start', later: 'App' });
  expect(shown).toBeGreaterThan(1_000);
  expect(shown).toBeLessThan(2_000);
});

test('a blank web app whose page had a title before is shown after a second', async () => {
  expect(await shownAfter(APP, { first: 'App', later: 'App' })).toBeLessThan(1_500);
});

test.each([
  ['a web app without a title', APP, 'app.example_/start'],
  ['a web app whose window has no name yet', APP, ''],
  ['another program', 'berth-session-rdp-1', 'Desktop'],
])('%s may stay blank for ten seconds', async (_name, className, title) => {
  const shown = await shownAfter(className, { first: title, later: title });
  expect(shown).toBeGreaterThan(9_000);
  expect(shown).toBeLessThan(11_000);
});
