import { expect, test, vi } from 'vitest';
import { silentLog } from '../../system/log.ts';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';
import { HOME_CLASS, SESSION_CLASS_PREFIX } from '../../system/ports/windows.ts';
import { MessageNotice } from './message-notice.ts';
import { ReadReceipts } from './read-receipts.ts';

function machine() {
  const state = { front: HOME_CLASS as string | null, unread: undefined as string | undefined, user: true, open: 0 };
  const chords: (() => void)[] = [];
  const window = () => ({ id: 1, className: state.front ?? '', isFree: false, title: '' });
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
        exited: new Promise(() => {}),
        stop: async () => {
          state.open -= 1;
        },
      } as unknown as Running;
    },
    onRead: () => {
      state.unread = undefined;
      notice.look();
    },
    log: silentLog,
  });
  return { state, notice, chords };
}

test('a message is shown above a session and in kiosk mode, and goes when it was read', async () => {
  for (const front of [`${SESSION_CLASS_PREFIX}-webapp-0`, null]) {
    const { state, notice, chords } = machine();
    Object.assign(state, { front, unread: 'a' });
    notice.look();
    await vi.waitFor(() => expect({ open: state.open, chords: chords.length }).toEqual({ open: 1, chords: 1 }));
    notice.look();
    chords[0]?.();
    await vi.waitFor(() => expect(state.open).toBe(0));
    expect(state.unread).toBeUndefined();
  }
});

test('the home screen shows its messages itself, and at the greeter they wait', async () => {
  const { state, notice } = machine();
  state.unread = 'a';
  notice.look();
  Object.assign(state, { front: `${SESSION_CLASS_PREFIX}-rdp-0`, user: false });
  notice.look();
  await notice.stop();
  expect(state.open).toBe(0);
});

test('what was read while the cloud was away is told when it is back, until it arrived', () => {
  let online = false;
  const sent: unknown[] = [];
  const arrivals: (() => void)[] = [];
  const receipts = new ReadReceipts((message, arrived) => {
    if (online) sent.push(message);
    if (online) arrivals.push(arrived);
    return online;
  });
  receipts.read('a');
  online = true;
  receipts.flush();
  expect(sent).toEqual([{ type: 'read', id: 'a' }]);
  arrivals[0]?.();
  receipts.flush();
  expect(sent).toHaveLength(1);
});
