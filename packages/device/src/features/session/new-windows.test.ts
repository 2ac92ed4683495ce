import { expect, test } from 'vitest';
import type { Window, Windows } from '../../system/ports/windows.ts';
import { eventually } from '../../testing/wait.ts';
import { NewWindows } from './new-windows.ts';

const APP = 'berth-session-webapp-1';
const window = (id: number, className: string, isBelow: boolean): Window => ({
  id,
  className,
  isFree: false,
  title: '',
  isHidden: false,
  isBelow,
});

/** A desktop whose windows have painted at once; `done` lists what was asked of it. */
function desktop(active: number) {
  const done: string[] = [];
  const list = [window(1, 'berth-home', false), window(2, APP, false), window(3, APP, true)];
  const windows = {
    list: () => list,
    active: () => active,
    raise: async (id: number) => void done.push(`raise ${id}`),
    leaveBottom: async (id: number) => void done.push(`show ${id}`),
    watchPaint: async () => ({ isPainted: async () => true, close: () => {} }),
  } as unknown as Windows;
  new NewWindows().update(windows, list.slice(1));
  return done;
}

test.each([
  ['comes to the front once it has painted', 3, ['show 3', 'raise 3']],
  // The window manager gives the keyboard back to the app when the window with the address bar closes.
  ['comes to the front if the app still has the keyboard', 2, ['show 3', 'raise 3']],
  ['stays behind the home screen if the user has gone there', 1, ['show 3']],
])('a window that a web app opens %s', async (_title, active, wanted) => {
  const done = desktop(active);
  await eventually(() => expect(done).toEqual(wanted));
});
