import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';
import { HOME_CLASS, SESSION_CLASS_PREFIX } from '../../system/ports/windows.ts';
import { Home } from './home.ts';

const opened = async (): Promise<Running> => ({ pid: 1, exited: new Promise(() => {}), stop: async () => {} });

/** A home screen on a desktop with these windows; `done` records what happens there, in order. */
async function start({ fullscreen = true, dark = true, windows = [] as string[], open = opened, isReady = true } = {}) {
  const done: string[] = [];
  const shown = [...windows];
  let changed = (): void => {};
  const desktop = {
    windows: {
      list: () =>
        shown.map((className, id) => ({ id, className, isFree: false, title: '', isHidden: false, isBelow: false })),
      onChange: (listener: () => void) => {
        changed = listener;
        return () => {};
      },
    },
    cover: async (color: number) => {
      done.push(`covered #${color.toString(16)}`);
      return async () => void done.push('uncovered');
    },
    openBrowser: async () => {
      done.push('opened');
      return open();
    },
  } as unknown as Desktop;
  const home = new Home({
    url: () => 'http://127.0.0.1:1/',
    fullscreen,
    darkTheme: () => dark,
    onClosed: () => {},
    onLoaded: () => {},
    onRaise: () => {},
    log: silentLog,
  });
  onTestFinished(() => home.detach());
  const attached = home.attach(desktop);
  if (isReady) await attached;
  const show = (className: string) => {
    shown.push(className);
    changed();
  };
  return { home, done, show, attached };
}

test('covers the screen from before the browser starts until its page is ready', async () => {
  const { home, done, show } = await start();
  show(HOME_CLASS);
  expect(done).toEqual(['covered #111214', 'opened']);
  home.page.listening();
  home.page.listening();
  expect(done).toEqual(['covered #111214', 'opened', 'uncovered']);
});

test('the cover has the page’s initial color', async () => {
  const { done } = await start({ dark: false });
  expect(done[0]).toBe('covered #f6f6f7');
});

test('never covers a session; opening one removes the cover', async () => {
  const session = `${SESSION_CLASS_PREFIX}-mail`;
  expect((await start({ windows: [session] })).done).toEqual(['opened']);
  const { done, show } = await start();
  show(session);
  expect(done.at(-1)).toBe('uncovered');
});

test('removes the cover if the page never loads; a plain window has no cover', async () => {
  vi.useFakeTimers();
  const { done } = await start();
  vi.advanceTimersByTime(30_000);
  expect(done.at(-1)).toBe('uncovered');
  expect((await start({ fullscreen: false })).done).toEqual(['opened']);
});

test('retries a crashed browser until it starts', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const exit = { code: 1, signal: null };
  const browsers = [
    async () => ({ ...(await opened()), exited: Promise.resolve(exit) }),
    () => Promise.reject(new Error('no space left on device')),
    opened,
  ];
  const { done } = await start({ open: () => (browsers.shift() ?? opened)() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done.filter((each) => each === 'opened')).toHaveLength(3);
});

test.each([
  ['turns on', [true], 0],
  ['turns on and off again', [true, false], 1],
])('kiosk mode that %s while the browser starts leaves the right number of them', async (_what, changes, left) => {
  const ready = Promise.withResolvers<void>();
  let running = 0;
  const open = async (): Promise<Running> => {
    await ready.promise;
    running += 1;
    const exited = Promise.withResolvers<{ code: number; signal: null }>();
    const stop = async () => {
      running -= 1;
      exited.resolve({ code: 0, signal: null });
    };
    return { pid: 1, exited: exited.promise, stop };
  };
  const { home, done, attached } = await start({ open, isReady: false });
  await vi.waitFor(() => expect(done).toContain('opened'));
  const changed = changes.map((hidden) => home.setHidden(hidden));
  ready.resolve();
  await Promise.all([attached, ...changed]);
  expect(running).toBe(left);
  expect(done.includes('uncovered')).toBe(left === 0);
});

test('a restart that is asked for while the browser starts takes place', async () => {
  const ready = Promise.withResolvers<void>();
  const { home, done, attached } = await start({ open: () => ready.promise.then(opened), isReady: false });
  await vi.waitFor(() => expect(done).toContain('opened'));
  const restarted = home.restart();
  ready.resolve();
  await Promise.all([attached, restarted]);
  expect(done.filter((each) => each === 'opened')).toHaveLength(2);
});
