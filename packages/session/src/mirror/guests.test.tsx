// @vitest-environment happy-dom

import { loadTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { createStore } from '../state/store.ts';
import { showSession } from '../testing/session-page.tsx';
import { Lobby } from './guests.tsx';
import type { MirrorHost } from './host.ts';
import { type HostState, NO_GUESTS } from './host-state.ts';

test('waiting guests are listed, and admitted or refused one by one or all at once', async () => {
  const requests = [
    { key: 'a', name: 'Ann', wants: 'show' as const },
    { key: 'b', name: 'Ben', wants: 'show' as const },
  ];
  const store = createStore<HostState>({ ...NO_GUESTS, requests });
  const decide = vi.fn();
  const host = { state: store, decide } as unknown as MirrorHost;
  // The texts load with the surrounding screen.
  await showSession(null);
  await loadTexts(['mirror']);
  const { page: lobby } = await showSession(<Lobby host={host} />);
  expect(lobby.textContent).toContain('2 guests wait');
  const press = (name: string, text: string) =>
    act(async () =>
      [...lobby.querySelectorAll(`[aria-label="${name}"] button`)]
        .find((each): each is HTMLButtonElement => each.textContent === text)
        ?.click(),
    );
  await press('Ann', 'Decline');
  await press('Ben', 'Let in');
  await press('Waiting to be let in', 'Let everyone in');
  expect(decide.mock.calls).toEqual([
    ['a', false],
    ['b', true],
    ['a', true],
    ['b', true],
  ]);
  await act(async () => store.set({ requests: [] }));
  expect(lobby.textContent).toBe('');
});
