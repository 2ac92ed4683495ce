import { defaultDefinition } from '@berth/contract/profile/defaults';
import { afterEach, expect, test, vi } from 'vitest';
import { KioskScreensaver } from './kiosk-screensaver.ts';

afterEach(() => void vi.useRealTimers());

function machine(screensaver: object, hasKiosk = true) {
  vi.useFakeTimers();
  const state = { idle: 0, used: true, unread: false, onScreen: false, shown: [] as string[] };
  const definition = defaultDefinition();
  Object.assign(definition.thinhoc.screensaver, { enabled: true, show_after: 60, ...screensaver });
  if (hasKiosk) Object.assign(definition.thinhoc.kiosk, { session_type: 'webapp', session_index: 0 });
  if (hasKiosk) definition.thinhoc.sessions.webapp.push({ display_name: 'Menu', url: 'https://menu.example' } as never);
  const saver = new KioskScreensaver({
    definition: () => definition,
    isUsed: () => state.used,
    isMessageUnread: () => state.unread,
    idleMs: async () => state.idle,
    isOnScreen: () => state.onScreen,
    show: async () => {
      state.onScreen = true;
      state.shown.push('show');
    },
    hide: () => {
      state.onScreen = false;
      state.shown.push('hide');
    },
    onError: (error) => expect.unreachable(String(error)),
  });
  saver.start();
  const pass = (idle: number) => {
    state.idle = idle;
    return vi.advanceTimersByTimeAsync(1_000);
  };
  return { state, pass, saver };
}

test('kiosk mode shows the screensaver when idle and hides it on input', async () => {
  const { state, pass, saver } = machine({});
  await pass(59_999);
  expect(state.shown).toEqual([]);
  await pass(60_000);
  await pass(61_000);
  expect(state.shown).toEqual(['show']);
  await pass(10);
  expect(state.shown).toEqual(['show', 'hide']);
  saver.stop();
});

test.each([
  ['disabled', { enabled: false }, true],
  ['stays behind other windows', { bring_to_foreground: false }, true],
  ['no kiosk mode, the home screen measures idle time', {}, false],
])('the screensaver does not start: %s', async (_, screensaver, hasKiosk) => {
  const { state, pass, saver } = machine(screensaver, hasKiosk);
  await pass(600_000);
  expect(state.shown).toEqual([]);
  saver.stop();
});

test('a message hides the screensaver, which does not come back before it is read', async () => {
  const { state, pass, saver } = machine({});
  await pass(60_000);
  state.unread = true;
  await pass(70_000);
  await pass(600_000);
  expect(state.shown).toEqual(['show', 'hide']);
  state.unread = false;
  await pass(700_000);
  expect(state.shown).toEqual(['show', 'hide', 'show']);
  saver.stop();
});

test('the screensaver comes back to an idle machine after a change of its profile', async () => {
  const { state, pass, saver } = machine({});
  await pass(60_000);
  state.onScreen = false;
  await pass(61_000);
  await pass(62_000);
  expect(state.shown).toEqual(['show', 'show']);
  await pass(10);
  expect(state.shown).toEqual(['show', 'show', 'hide']);
  saver.stop();
});

test('disabling the screensaver hides it', async () => {
  const { state, pass, saver } = machine({});
  await pass(60_000);
  state.used = false;
  await pass(70_000);
  expect(state.shown).toEqual(['show', 'hide']);
  saver.stop();
});
