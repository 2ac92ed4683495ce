// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Bridge } from '../bridge/bridge.ts';
import { SessionProvider } from '../state/session.ts';
import { INITIAL_STATE } from '../state/state.ts';
import { createStore } from '../state/store.ts';
import { KeyChords } from './key-chords.tsx';

const call = vi.fn(async () => null);
let root: Root;

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  call.mockClear();
  root = createRoot(document.createElement('div'));
  const bridge = { call } as unknown as Bridge;
  const session = { environment: 'center' as const, state: createStore(INITIAL_STATE), bridge, reload: () => {} };
  await act(async () =>
    root.render(
      <SessionProvider value={session}>
        <KeyChords />
      </SessionProvider>,
    ),
  );
});
afterEach(() => act(async () => root.unmount()));

const press = (keys: KeyboardEventInit) => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ...keys }));

it.each([{ ctrlKey: true }, { metaKey: true }])('K five times with %o opens a terminal through the bridge', (keys) => {
  for (let times = 0; times < 4; times++) press(keys);
  expect(call).not.toHaveBeenCalled();
  press(keys);
  expect(call).toHaveBeenCalledExactlyOnceWith('open_terminal', {});
});

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
