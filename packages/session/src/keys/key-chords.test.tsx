// @vitest-environment happy-dom
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import type { Bridge } from '../bridge/bridge.ts';
import { SessionProvider } from '../state/session.ts';
import { INITIAL_STATE } from '../state/state.ts';
import { createStore } from '../state/store.ts';
import { nextStop } from './arrow-keys.ts';
import { KeyChords } from './key-chords.tsx';

const call = vi.fn(async () => null);
let root: Root;
let page: HTMLElement;

beforeEach(start);
afterEach(async () => {
  await end();
  vi.unstubAllGlobals();
});

async function start(): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  call.mockClear();
  vi.stubGlobal('fetch', answerTexts);
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  const bridge = { call } as unknown as Bridge;
  const session = { environment: 'center' as const, state: createStore(INITIAL_STATE), bridge, reload: () => {} };
  await act(async () =>
    root.render(
      <SessionProvider value={session}>
        <KeyChords />
      </SessionProvider>,
    ),
  );
}

async function end(): Promise<void> {
  await act(async () => root.unmount());
  page.remove();
}

const press = (keys: KeyboardEventInit) => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ...keys }));

it.each([{ ctrlKey: true }, { metaKey: true }, { ctrlKey: true, key: 'л', code: 'KeyK' }])(
  'K five times with %o opens a terminal through the bridge',
  (keys) => {
    for (let times = 0; times < 4; times++) press(keys);
    expect(call).not.toHaveBeenCalled();
    press(keys);
    expect(call).toHaveBeenCalledExactlyOnceWith('open_terminal', {});
  },
);

it.each([
  ['K', 5, [0, 500, 1_000, 1_500, 2_001], [0, 500, 1_000, 1_500, 1_900], 'ctrlKey'],
  ['U', 3, [0, 500, 1_001], [0, 500, 900], 'ctrlKey'],
  ['U', 3, [0, 500, 1_001], [0, 500, 900], 'metaKey'],
] as const)(
  '%s pressed %i times counts within its time limit, and not after it',
  async (letter, _times, slow, quick, modifier) => {
    const key = letter.toLowerCase();
    const pressAt = (start: number, times: readonly number[]) => {
      for (const time of times) pressOnce(start + time);
    };
    const pressOnce = (timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, [modifier]: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      dispatchEvent(event);
    };
    const opened = () => (letter === 'K' ? call.mock.calls.length : page.querySelectorAll('dialog').length);
    await act(async () => pressAt(0, quick));
    await expect.poll(opened).toBe(1);
    await end();
    // The dialog is loaded by now, and would appear right away.
    await start();
    await act(async () => pressAt(10_000, slow));
    expect(opened()).toBe(0);
  },
);

it('K alone, or held down, opens nothing', () => {
  for (let times = 0; times < 6; times++) press({});
  for (let times = 0; times < 6; times++) press({ ctrlKey: true, repeat: times > 0 });
  expect(call).not.toHaveBeenCalled();
});

it('Ctrl+Alt+Backspace logs out, which shows the login screen', () => {
  press({ key: 'Backspace', ctrlKey: true });
  press({ key: 'Backspace', altKey: true });
  expect(call).not.toHaveBeenCalled();
  press({ key: 'Backspace', ctrlKey: true, altKey: true });
  expect(call).toHaveBeenCalledExactlyOnceWith('log_out', {});
});

// Two rows of three, and one tile centered below them.
const boxes = [0, 100, 200].map((left) => ({ left, top: 0, height: 80 }));
boxes.push(...[0, 100, 200].map((left) => ({ left, top: 100, height: 80 })), { left: 100, top: 200, height: 80 });

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 3],
  ['ArrowRight', 6, -1],
  ['ArrowLeft', 0, -1],
  ['ArrowDown', 2, 5],
  ['ArrowDown', 3, 6],
  ['ArrowUp', 6, 4],
  ['ArrowUp', 1, -1],
  ['Home', 5, 0],
  ['End', 0, 6],
  ['a', 0, -1],
])('%s on tile %i moves to %i', (key, current, next) => {
  expect(nextStop(key, boxes, current)).toBe(next);
});

test('a focused tile that is slightly raised still belongs to its row', () => {
  const raised = boxes.map((box, index) => (index === 1 ? { ...box, top: -3 } : box));
  expect(nextStop('ArrowDown', raised, 1)).toBe(4);
});
