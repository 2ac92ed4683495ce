import { beforeEach, expect, test, vi } from 'vitest';
import type { Window, Windows } from '../../system/ports/windows.ts';
import { FrontWindow } from './front-window.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

/** A desktop whose new windows are on top; `raised` lists the windows that were raised. */
function desktop() {
  const raised: number[] = [];
  const minimized: (string | null)[] = [];
  const front: FrontWindow = new FrontWindow(
    () => {},
    () => minimized.push(front.wanted),
  );
  let list: Window[] = [];
  let active: number | null = null;
  const windows = {
    list: () => list,
    active: () => active,
    raise: async (id: number) => {
      raised.push(id);
      active = id;
    },
  } as unknown as Windows;
  return {
    front,
    raised,
    minimized,
    hide: (id: number, next: number) => {
      list = list.map((window) => (window.id === id ? { ...window, isHidden: true } : window));
      active = next;
      front.update(windows);
    },
    /** Adds an unpainted session window, which opens behind the home screen. */
    comeEmpty: (id: number, className: string) => {
      list = [{ id, className, isFree: false, title: '', isHidden: false, isBelow: false }, ...list];
      front.update(windows, null, true);
    },
    /** Adds a window behind the one in front. */
    comeBehind: (id: number, className: string, kiosk?: string) => {
      list = [{ id, className, isFree: false, title: '', isHidden: false, isBelow: false }, ...list];
      front.update(windows, kiosk);
    },
    come: (id: number, className: string, kiosk?: string) => {
      list = [
        ...list,
        { id, className, isFree: className.includes('webbrowser'), title: '', isHidden: false, isBelow: false },
      ];
      active = id;
      front.update(windows, kiosk);
    },
    go: (id: number, next: number | null, kiosk?: string) => {
      list = list.filter((window) => window.id !== id);
      active = next;
      front.update(windows, kiosk);
    },
    /** The X server ended with all windows. */
    end: () => {
      list = [];
      active = null;
      front.screenEnded();
    },
    activate: (id: number, kiosk?: string) => {
      active = id;
      front.update(windows, kiosk);
    },
    /** The home screen's page has loaded, and its window no longer takes the front. */
    settle: () => {
      front.homeLoaded();
      vi.advanceTimersByTime(10_000);
    },
  };
}

/** A desktop with the home screen, window 1, behind the session Mail, window 2. */
function mailInFront() {
  const present = desktop();
  present.come(1, 'berth-home');
  present.settle();
  present.front.want('berth-session-mail');
  present.come(2, 'berth-session-mail');
  present.settle();
  return present;
}

test('a restarted home screen does not cover the active session', () => {
  const { raised, come, go, activate, settle } = mailInFront();
  go(1, 2);
  come(3, 'berth-home');
  // The window fills the screen, and on a busy computer takes the focus much later.
  activate(3);
  expect(raised).toEqual([2, 2]);
  vi.advanceTimersByTime(10_000);
  activate(3);
  expect(raised).toEqual([2, 2, 2]);
  settle();
  activate(3);
  expect(raised).toEqual([2, 2, 2]);
});

test('a home screen that opens behind a session comes to the front if it is wanted', () => {
  const { front, raised, comeBehind, go } = mailInFront();
  go(1, 2);
  comeBehind(3, 'berth-home');
  expect(raised).not.toContain(3);
  go(3, 2);
  // An emergency in kiosk mode.
  front.wantHome();
  comeBehind(4, 'berth-home', 'berth-session-mail');
  expect(raised.at(-1)).toBe(4);
});

test.each([undefined, 'berth-session-mail'])(
  'a window that a session opens stays above it while another closes, kiosk %s',
  (kiosk) => {
    const { front, raised, come, activate, settle } = desktop();
    front.want('berth-session-mail');
    come(1, 'berth-home', kiosk);
    come(2, 'berth-session-mail', kiosk);
    activate(2, kiosk);
    // A link opens a hidden window that closes before it is listed.
    activate(3, kiosk);
    expect(raised.at(-1)).toBe(2);
    come(4, 'berth-session-mail', kiosk);
    // The window manager handles the raise request only now.
    activate(2, kiosk);
    expect(raised.at(-1)).toBe(4);
    settle();
    activate(2, kiosk);
    expect(raised.at(-1)).toBe(4);
  },
);

test('an opening session stays wanted while the home screen is in front of it', () => {
  const { front, come, activate, settle } = desktop();
  come(1, 'berth-home');
  settle();
  front.want('berth-session-mail');
  activate(1);
  expect(front.wanted).toBe('berth-session-mail');
});

test('an unpainted session window stays behind a home screen that has just loaded', () => {
  const { front, raised, come, comeEmpty, activate } = desktop();
  come(1, 'berth-home');
  front.homeLoaded();
  front.want('berth-session-mail');
  comeEmpty(2, 'berth-session-mail');
  expect(raised).toEqual([]);
  // The session has painted, and the home screen takes the front once more.
  activate(2);
  activate(1);
  expect(raised).toEqual([2]);
});

test('the session is in front again after the X server restarts, in any window order', () => {
  const { raised, come, go } = mailInFront();
  go(1, 2);
  go(2, null);
  come(12, 'berth-session-mail');
  come(11, 'berth-home');
  expect(raised).toEqual([12]);
});

test('the session is in front again if the home screen of the next X server has the same window id', () => {
  const { front, raised, come, end, activate, settle } = desktop();
  come(1, 'berth-home');
  settle();
  front.want('berth-session-mail');
  come(2, 'berth-session-mail');
  end();
  come(1, 'berth-home');
  come(3, 'berth-session-mail');
  activate(1);
  expect(raised.at(-1)).toBe(3);
  expect(front.wanted).toBe('berth-session-mail');
});

test('on a slow computer, a restarted home screen may take the front as long after its page as the page took', () => {
  const { front, raised, come, activate } = desktop();
  front.want('berth-session-mail');
  come(2, 'berth-session-mail');
  come(1, 'berth-home');
  vi.advanceTimersByTime(20_000);
  front.homeLoaded();
  vi.advanceTimersByTime(15_000);
  raised.length = 0;
  activate(1);
  expect(raised).toEqual([2]);
  activate(2);
  vi.advanceTimersByTime(6_000);
  activate(1);
  expect(raised).toEqual([2]);
  expect(front.wanted).toBeNull();
});

test('a session that crashes together with the home screen is in front again', () => {
  const { front, raised, come, go, activate } = mailInFront();
  go(2, 1);
  front.restarts('berth-session-mail');
  go(1, null);
  come(3, 'berth-session-mail');
  come(4, 'berth-home');
  activate(4);
  expect(raised.at(-1)).toBe(3);
  expect(front.wanted).toBe('berth-session-mail');
});

test('a session that crashes after its person went home stays behind', () => {
  const { front, go, activate } = mailInFront();
  activate(1);
  go(2, 1);
  front.restarts('berth-session-mail');
  expect(front.wanted).toBeNull();
});

test('a home screen that was in front stays in front', () => {
  const { raised, come, go, activate, settle } = mailInFront();
  activate(1);
  settle();
  go(1, 2);
  come(3, 'berth-home');
  expect(raised).toEqual([]);
});

test('a window raised while the home screen starts stays in front', () => {
  const { front, raised, come, activate } = desktop();
  front.want('berth-session-mail');
  come(2, 'berth-session-mail');
  front.wantHome();
  come(1, 'berth-home');
  activate(2);
  activate(1);
  expect(raised).toEqual([]);
});

test('the kiosk session regains the focus from the home screen, unless the home screen was brought to the front', () => {
  const { front, raised, come, activate, settle } = desktop();
  come(1, 'berth-home');
  settle();
  front.want('berth-session-kiosk');
  come(2, 'berth-session-kiosk');
  settle();
  activate(1, 'berth-session-kiosk');
  expect(raised).toEqual([2]);
  front.wantHome();
  activate(1, 'berth-session-kiosk');
  expect(raised).toEqual([2]);
});

test('a free browser in kiosk mode regains the focus, even though all its windows have an address bar', () => {
  const { front, raised, come, activate, settle } = desktop();
  const className = 'berth-session-webbrowser-1';
  come(1, 'berth-home');
  settle();
  front.want(className);
  come(2, className);
  settle();
  activate(1, className);
  expect(raised).toEqual([2]);
});

test('the kiosk session regains the focus after one of its windows closes, even without a home screen', () => {
  const { front, raised, come, go } = desktop();
  front.want('berth-session-kiosk');
  come(1, 'berth-session-kiosk', 'berth-session-kiosk');
  come(2, 'berth-session-kiosk', 'berth-session-kiosk');
  expect(raised).toEqual([]);
  go(2, null, 'berth-session-kiosk');
  expect(raised).toEqual([1]);
});

test('minimizing the front session shows the home screen, whichever window the window manager activates', () => {
  const { front, minimized, come, hide, settle } = desktop();
  come(1, 'berth-home');
  settle();
  for (const [id, name] of [
    [2, 'berth-session-mail'],
    [3, 'berth-session-webbrowser-docs'],
  ] as const) {
    front.want(name);
    come(id, name);
  }
  hide(3, 2);
  expect(minimized).toEqual(['berth-session-webbrowser-docs']);
});

test('reopening a minimized session does not show the home screen', () => {
  const { front, minimized, come, hide, activate, settle } = desktop();
  come(1, 'berth-home');
  settle();
  front.want('berth-session-mail');
  come(2, 'berth-session-mail');
  hide(2, 1);
  front.wantHome();
  front.want('berth-session-mail');
  activate(1);
  expect(minimized).toEqual(['berth-session-mail']);
});
