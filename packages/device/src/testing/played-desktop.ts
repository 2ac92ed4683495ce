import type { Desktop } from '../system/ports/desktop.ts';
import type { BrowserLaunch, Running } from '../system/ports/programs.ts';
import type { Window } from '../system/ports/windows.ts';

interface PlayedOptions {
  /** Resolves when the screen ends. */
  readonly lost?: Promise<void>;
  /** Called before a browser starts, which waits for it. */
  readonly starts?: (launch: BrowserLaunch) => Promise<void>;
}

/** A desktop without an X server, on which each browser shows a window at once. */
export function playedDesktop({ lost = new Promise(() => {}), starts }: PlayedOptions = {}): Desktop {
  const windows: Window[] = [];
  const listeners = new Set<() => void>();
  const openBrowser = async (launch: BrowserLaunch): Promise<Running> => {
    await starts?.(launch);
    const { className } = launch;
    const id = windows.length + 1;
    windows.push({ id, className, isFree: false, title: '', isHidden: false, isBelow: false });
    setTimeout(() => {
      for (const listener of listeners) listener();
    });
    return { pid: id, exited: new Promise(() => {}), stop: async () => {} };
  };
  const done = async () => {};
  return {
    name: ':0',
    serverPid: null,
    hasExtensions: true,
    hasScreenReader: false,
    lost,
    windows: {
      list: () => windows,
      active: () => windows.at(-1)?.id ?? null,
      covered: () => 0,
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      raise: done,
      keepAbove: done,
      setTitle: done,
    },
    isTouchOnly: async () => false,
    onPlugged: () => () => {},
    onMonitors: () => {},
    onChord: async () => done,
    monitors: async () => [],
    idleMs: async () => 0,
    cover: async () => done,
    setKeyboardLayout: done,
    setKeyAids: done,
    arrangeMonitors: done,
    close: done,
    prepareBrowser: done,
    openBrowser,
  } as unknown as Desktop;
}
