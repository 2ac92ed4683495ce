// @vitest-environment happy-dom

import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { Tile } from './tile.tsx';

const ENTRY = {
  type: 'webapp',
  index: 0,
  app_instance: null,
  display_name: 'Mail',
  window_title: 'Mail',
  icon: { index: 0, type: 'symbol', symbol: 'mail', symbol_color: '#ffffff', background_color: '#171799' },
} as const;
const SESSION = {
  id: 'webapp-0',
  session_type: 'webapp',
  session_index: 0,
  app_instance: null,
  title: 'Mail',
  state: 'starting',
  failure: null,
} as const;

/** Taps a tile whose agent answers when the test lets it. */
async function tapTile() {
  const answer = Promise.withResolvers<typeof SESSION>();
  const bridge = { open_session: () => answer.promise, close_session: () => ({}) };
  const tile = <Tile entry={ENTRY as never} startsRow startsSet />;
  const { page, state, call } = await showSession(tile, { bridge });
  await act(async () => page.querySelector('button')?.click());
  const cancel = await vi.waitFor(() => {
    const button = page.querySelector<HTMLElement>('dialog button');
    if (!button) throw new Error('The cover is loading');
    return button;
  });
  const tap = () => act(async () => cancel.click());
  const closed = () => call.mock.calls.filter(([method]) => method === 'close_session').map(([, input]) => input);
  return { page, state, answer, tap, closed };
}

/** Lets a second pass. */
function passSecond(): void {
  const now = performance.now() + 1_000;
  vi.spyOn(performance, 'now').mockReturnValue(now);
}

test('the second tap of a double tap does not cancel what the first one opened', async () => {
  const { page, state, tap, closed } = await tapTile();
  await act(async () => state.set({ sessions: [SESSION] }));
  await tap();
  expect(closed()).toEqual([]);
  expect(page.querySelector('dialog')).not.toBeNull();
  passSecond();
  await tap();
  expect(closed()).toEqual([{ id: SESSION.id }]);
  expect(page.querySelector('dialog')).toBeNull();
});

test('an app that was canceled before the agent told of it does not open later', async () => {
  const { answer, tap, closed } = await tapTile();
  passSecond();
  await tap();
  expect(closed()).toEqual([]);
  await act(async () => answer.resolve(SESSION));
  expect(closed()).toEqual([{ id: SESSION.id }]);
});
