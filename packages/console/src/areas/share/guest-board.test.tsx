// @vitest-environment happy-dom

import type { MirrorGuest } from '@berth/web/data/mirror/guest.ts';
import type { BoardPeer } from '@berth/web/data/mirror/open-peer.ts';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import GuestBoard from './guest-board.tsx';

// The drawing surface itself needs a real browser (e2e/journeys/machine-apps.spec.ts).
vi.mock('@berth/web/board/excalidraw.ts', () => ({ loadExcalidraw: async () => ({ default: () => null }) }));

const LOST = 'The whiteboard is disconnected. What you draw now stays on this screen only.';
const SEEKING = 'Connection lost, reconnecting';

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('fetch', answerTexts);
  await loadTexts(['common', 'mirror']);
  await chooseLanguage('eng');
  return () => void vi.unstubAllGlobals();
});

/** A board connection that the test closes. */
class Line implements BoardPeer {
  readonly #onClose: (() => void)[] = [];
  readonly send = () => {};
  readonly waiting = () => 0;
  readonly close = vi.fn(() => this.#onClose.forEach((each) => void each()));
  readonly listen = (_: unknown, onClose: () => void) => void this.#onClose.push(onClose);
}

async function open(drawOn: () => Promise<BoardPeer>) {
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const guest = { drawOn } as unknown as MirrorGuest;
  const show = (connected: boolean) =>
    act(async () =>
      root.render(
        <WidgetProvider>
          <GuestBoard guest={guest} machine="Reception" connected={connected} onClose={() => {}} />
        </WidgetProvider>,
      ),
    );
  onTestFinished(async () => {
    await act(async () => root.unmount());
    page.remove();
  });
  await show(true);
  return { show, alert: () => page.querySelector('[role=alert]')?.textContent ?? null };
}

test('a guest reads that the whiteboard is disconnected when its connection closes', async () => {
  const line = new Line();
  const { alert } = await open(async () => line);
  expect(alert()).toBeNull();
  await act(async () => line.close());
  expect(alert()).toBe(LOST);
});

test('a guest reads the same when no connection can be opened', async () => {
  const { alert } = await open(() => Promise.reject(new Error('The board is closed.')));
  expect(alert()).toBe(LOST);
});

test('a guest reads right away that the machine is being searched for, and continues drawing once it is found', async () => {
  const lines: Line[] = [];
  const { show, alert } = await open(async () => {
    lines.push(new Line());
    return lines.at(-1) as Line;
  });
  await show(false);
  expect(alert()).toBe(SEEKING);
  expect(lines.map(({ close }) => close.mock.calls.length)).toEqual([1]);
  await show(true);
  expect(alert()).toBeNull();
  expect(lines.map(({ close }) => close.mock.calls.length)).toEqual([1, 0]);
});
