import type { CommandId } from '@berth/contract/ids';
import { expect, test, vi } from 'vitest';
import { memoryStore } from '../../state/store.ts';
import { silentLog } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';
import { HOME_CLASS, SESSION_CLASS_PREFIX } from '../../system/ports/windows.ts';
import { MessageNotice } from './message-notice.ts';
import { Notifications } from './notifications.ts';
import { ReadReceipts } from './read-receipts.ts';

const A = '0198c0de-0000-7000-8000-0000000000aa' as CommandId;

function machine() {
  const state = { front: HOME_CLASS as string | null, unread: undefined as string | undefined, user: true, open: 0 };
  const slow = { close: Promise.resolve() };
  const chords: (() => void)[] = [];
  const crashes: ((exit: { code: null; signal: string }) => void)[] = [];
  const window = () => ({
    id: 1,
    className: state.front ?? '',
    isFree: false,
    title: '',
    isHidden: false,
    isBelow: false,
  });
  const desktop = {
    windows: { list: () => (state.front === null ? [] : [window()]), active: () => (state.front === null ? null : 1) },
    onChord: async (_key: string, listener: () => void) => {
      chords.push(listener);
      return async () => void chords.splice(0);
    },
  } as unknown as Desktop;
  const notice = new MessageNotice({
    desktop: () => desktop,
    unread: () => state.unread,
    isUsed: () => state.user,
    open: async () => {
      state.open += 1;
      return {
        exited: new Promise((resolve) => crashes.push(resolve)),
        stop: async () => {
          await slow.close;
          state.open -= 1;
        },
      } as unknown as Running;
    },
    onRead: () => {
      state.unread = undefined;
      notice.update();
    },
    log: silentLog,
  });
  return { state, notice, slow, chords, crash: () => crashes.at(-1)?.({ code: null, signal: 'SIGKILL' }), crashes };
}

test('shows a message above a session and in kiosk mode until it is read', async () => {
  for (const front of [`${SESSION_CLASS_PREFIX}-webapp-0`, null]) {
    const { state, notice, chords } = machine();
    Object.assign(state, { front, unread: 'a' });
    notice.update();
    await vi.waitFor(() => expect({ open: state.open, chords: chords.length }).toEqual({ open: 1, chords: 1 }));
    notice.update();
    chords[0]?.();
    await vi.waitFor(() => expect(state.open).toBe(0));
    expect(state.unread).toBeUndefined();
  }
});

test('shows a message that arrives while the window of the one before closes', async () => {
  const { state, notice, slow, chords } = machine();
  const closed = Promise.withResolvers<void>();
  slow.close = closed.promise;
  Object.assign(state, { front: `${SESSION_CLASS_PREFIX}-webapp-0`, unread: 'a' });
  notice.update();
  await vi.waitFor(() => expect(chords).toHaveLength(1));
  chords[0]?.();
  await vi.waitFor(() => expect(chords).toHaveLength(0));
  state.unread = 'b';
  notice.update();
  closed.resolve();
  await vi.waitFor(() => expect({ open: state.open, chords: chords.length }).toEqual({ open: 1, chords: 1 }));
  await notice.stop();
  expect(state.open).toBe(0);
});

test('opens the window again after a crash', async () => {
  const { state, notice, crash, crashes } = machine();
  Object.assign(state, { front: `${SESSION_CLASS_PREFIX}-webapp-0`, unread: 'a' });
  notice.update();
  await vi.waitFor(() => expect(crashes).toHaveLength(1));
  crash();
  await vi.waitFor(() => expect(crashes).toHaveLength(2), { timeout: 5_000 });
  expect(state.open).toBe(1);
  await notice.stop();
  expect(state.open).toBe(0);
});

test('opens no window over the home screen, and holds messages at the greeter', async () => {
  const { state, notice } = machine();
  Object.assign(state, { front: `${SESSION_CLASS_PREFIX}-rdp-0`, unread: 'a' });
  notice.update();
  await vi.waitFor(() => expect(state.open).toBe(1));
  state.front = HOME_CLASS;
  notice.update();
  await vi.waitFor(() => expect(state.open).toBe(0));
  notice.update();
  Object.assign(state, { front: `${SESSION_CLASS_PREFIX}-rdp-0`, user: false });
  notice.update();
  await notice.stop();
  expect(state.open).toBe(0);
});

test('sends read receipts once the cloud is back, across restarts, until acknowledged', async () => {
  let online = false;
  const sent: unknown[] = [];
  const arrivals: (() => void)[] = [];
  const store = memoryStore();
  const send = (message: unknown, arrived: () => void) => {
    if (online) sent.push(message);
    if (online) arrivals.push(arrived);
    return online;
  };
  new ReadReceipts({ store, send, log: silentLog }).read(A);
  online = true;
  const restarted = new ReadReceipts({ store, send, log: silentLog });
  restarted.flush();
  expect(sent).toEqual([{ type: 'read', id: A }]);
  arrivals[0]?.();
  restarted.flush();
  expect(sent).toHaveLength(1);
});

test('keeps the newest twenty messages until they are dismissed, across restarts', () => {
  const told: number[] = [];
  const read: string[] = [];
  const store = memoryStore();
  const start = () =>
    new Notifications({
      store,
      log: silentLog,
      onChange: (list) => told.push(list.length),
      onRead: (id) => read.push(id),
    });
  const notifications = start();
  for (let n = 1; n <= 21; n += 1) notifications.add(`id-${n}` as CommandId, `message ${n}`, false);
  const restarted = start();
  expect(restarted.list().map(({ message }) => message)).toEqual(
    Array.from({ length: 20 }, (_, index) => `message ${index + 2}`),
  );
  restarted.dismiss('id-2');
  expect(restarted.list()[0]?.message).toBe('message 3');
  expect(told.at(-1)).toBe(19);
  restarted.dismiss('id-2');
  expect(read).toEqual(['id-2']);
});
