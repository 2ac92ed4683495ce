// @vitest-environment happy-dom

import type { BoardPeer } from '@berth/web/data/mirror/open-peer.ts';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { sharedBoard } from '../state/shared-board.ts';
import { showSession } from '../testing/session-page.tsx';
import { ShareBoardButton } from './share-board-button.tsx';

test('a board is shared while the button is on, and shows the number of participants', async () => {
  await showSession(null);
  await loadTexts(['whiteboard']);
  const onShared = vi.fn();
  const { page } = await showSession(<ShareBoardButton drawing={() => undefined} onShared={onShared} />);
  const press = () => act(async () => page.querySelector('button')?.click());
  expect(sharedBoard.get()).toBeNull();
  await press();
  expect(page.textContent).toContain('No guests yet');
  const close = vi.fn();
  const guest: BoardPeer = { send: () => {}, waiting: () => 0, close, listen: () => {} };
  await act(async () => sharedBoard.get()?.join(guest, 'Ann'));
  expect(page.textContent).toContain('1 guest drawing');
  await press();
  expect(sharedBoard.get()).toBeNull();
  expect(close).toHaveBeenCalled();
  expect(onShared).toHaveBeenLastCalledWith(undefined);
  expect(page.textContent).toBe('Draw together');
});
