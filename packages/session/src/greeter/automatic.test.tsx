// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { Automatic } from './automatic.tsx';
import IdlePrompt from './idle-prompt.tsx';

test.each([
  [600, 'The session starts in 10 minutes'],
  [121, 'The session starts in 3 minutes'],
  [119, 'The session starts in 119 seconds'],
  [1, 'The session starts in 1 second'],
])('%i seconds before the start, it says: %s', async (seconds, text) => {
  const { page } = await showSession(<Automatic seconds={seconds} onAccount={() => undefined} />);
  expect(page.querySelector('h1')?.textContent).toBe(text);
});

test('it starts automatically when the time is over, once', async () => {
  vi.useFakeTimers();
  try {
    const call = vi.fn(async () => null);
    const { page } = await showSession(<Automatic seconds={2} onAccount={() => undefined} />, {
      bridge: { log_in_automatically: call },
    });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(page.querySelector('h1')?.textContent).toBe('The session starts in 1 second');
    expect(call).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(call).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('an idle user is asked whether they are still there, with the remaining time', async () => {
  const login = (endsIn: number) => ({ login: { user: null, providers: [], automaticAfter: null, endsIn } });
  const { page, state } = await showSession(<IdlePrompt />, { state: login(60) });
  expect(page.textContent).toContain('Are you still there?');
  expect(page.textContent).toContain('60 seconds');
  await act(async () => state.set(login(12)));
  expect(page.textContent).toContain('12 seconds');
});
