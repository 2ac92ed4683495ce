// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { StatusBar } from '../home/status-bar.tsx';
import { showSession } from '../testing/session-page.tsx';

const button = (page: HTMLElement, text: string) =>
  [...page.querySelectorAll('button')].find((each) => each.textContent === text);

/** Waits for a lazily loaded chunk. */
const appears = (look: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {});
    look();
  }, 60_000);

test('the Status Bar says that the screen may be viewed, and when it is; the user can forbid it', async () => {
  const { page, state, call } = await showSession(<StatusBar />, {
    state: { liveView: { enabled: false, allowed: true, watched: false } },
    bridge: { allow_live_view: () => null },
  });
  expect(page.textContent).not.toContain('Live view');
  await act(async () => state.set({ liveView: { enabled: true, allowed: true, watched: false } }));
  await appears(() => expect(button(page, 'Live view')).toBeDefined());
  await act(async () => state.set({ liveView: { enabled: true, allowed: true, watched: true } }));
  await act(async () => button(page, 'Live view is on')?.click());
  const panel = () => page.querySelector('[role=dialog]')?.textContent;
  await appears(() => expect(panel()).toContain('Someone is viewing this screen now.'));
  await act(async () => button(page, 'Block')?.click());
  expect(call).toHaveBeenCalledWith('allow_live_view', { allowed: false });
  await act(async () => state.set({ liveView: { enabled: true, allowed: false, watched: false } }));
  expect(panel()).toContain('Live view is blocked');
});
