// @vitest-environment happy-dom
import type { CallsState, PhoneCall } from '@berth/contract/bridge/calls';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import CallNotice from './call-notice.tsx';
import Calls from './calls.tsx';

const ROOM = { id: 'room@sip.example', display_name: 'Room', registration: 'registered' } as const;
const IDLE: CallsState = { enabled: true, accounts: [ROOM], call: null, error: null };
const CALL: PhoneCall = { peer: '42', peer_name: 'Ada', account: ROOM.id, state: 'active', answeredAt: null };
const BRIDGE = {
  dial: () => null,
  hang_up: () => null,
  hold_call: () => null,
  answer_call: () => null,
  list_call_history: () => [],
};

const press = (page: ParentNode, label: string) =>
  act(async () =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.endsWith(label))?.click(),
  );

test('a number is dialed; the call is shown, put on hold and ended', async () => {
  await showSession(null);
  await loadTexts(['calls']);
  const { page, state, call } = await showSession(<Calls />, { state: { calls: IDLE }, bridge: BRIDGE });
  await typeText(page.querySelector<HTMLInputElement>('input[inputmode=tel]'), '4');
  await press(page, '2');
  await press(page, 'Call');
  expect(call).toHaveBeenCalledWith('dial', { number: '42', account: ROOM.id });
  const answered = { ...CALL, answeredAt: new Date().toISOString() };
  await act(async () => state.set({ calls: { ...IDLE, call: answered } }));
  expect(page.querySelector('h2')?.textContent).toBe('Ada');
  await press(page, 'Hold');
  expect(call).toHaveBeenCalledWith('hold_call', { held: true });
  await press(page, 'Hang up');
  expect(call).toHaveBeenCalledWith('hang_up', {});
});

test('a number is dialed from an account that the profile still has', async () => {
  const { page, state, call } = await showSession(<Calls />, { state: { calls: IDLE }, bridge: BRIDGE });
  const lobby = { ...ROOM, id: 'lobby@sip.example' };
  await act(async () => state.set({ calls: { ...IDLE, accounts: [lobby] } }));
  await press(page, '2');
  await press(page, 'Call');
  expect(call).toHaveBeenCalledWith('dial', { number: '2', account: lobby.id });
});

test('an incoming call is shown over any screen, and answered', async () => {
  const calls = { ...IDLE, call: { ...CALL, state: 'incoming' } } as const;
  const { call } = await showSession(<CallNotice />, { state: { calls }, bridge: BRIDGE });
  expect(document.querySelector('dialog')?.textContent).toContain('Ada');
  // Whoever is typing as it appears answers nothing.
  expect(document.activeElement?.textContent).toBe('Ada');
  await act(async () => [...document.querySelectorAll<HTMLButtonElement>('dialog button')].at(-1)?.click());
  expect(call).toHaveBeenCalledWith('answer_call', {});
});
