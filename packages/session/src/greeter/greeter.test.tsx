// @vitest-environment happy-dom
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { BridgeError } from '../bridge/bridge.ts';
import { showSession } from '../testing/session-page.tsx';
import { Automatic } from './automatic.tsx';
import Greeter from './greeter.tsx';
import IdlePrompt from './idle-prompt.tsx';
import { PasswordForm } from './password-form.tsx';

test('the greeter’s language can be changed', async () => {
  const { page } = await showSession(<Greeter />);
  const choice = page.querySelector('select');
  expect([...(choice?.options ?? [])].map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Deutsch', 'English', 'Русский']),
  );
  expect(page.textContent).not.toContain('Язык');
  await act(async () => {
    if (choice) choice.value = 'rus';
    choice?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(() => page.textContent).toContain('Язык');
});

test('the greeter shows the machine’s name, and offers the keyboard layout before a password is typed', async () => {
  const call = vi.fn(async () => null);
  const { page, state } = await showSession(<Greeter />, { bridge: { choose_keyboard_layout: call } });
  const keyboard = (...layouts: ('DE' | 'US')[]) => ({ layout: 'DE', layouts, onScreen: false, covered: 0 }) as const;
  await act(async () => state.set({ keyboard: keyboard('DE') }));
  expect(page.querySelectorAll('select')).toHaveLength(1);
  const config = { ...state.get().config, machine_name: 'Reception 2' } as never;
  await act(async () => state.set({ keyboard: keyboard('DE', 'US'), config }));
  expect(page.querySelector('header')?.textContent).toContain('Reception 2');
  const [, choice] = page.querySelectorAll('select');
  expect([...(choice?.options ?? [])].map(({ text }) => text)).toEqual(['Germany (DE)', 'United States (US)']);
  await act(async () => {
    if (choice) choice.value = 'US';
    choice?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(call).toHaveBeenCalledExactlyOnceWith({ layout: 'US' });
});

async function logIn(user: string, answer: () => unknown) {
  const call = vi.fn(async (_user: string, _password: string) => answer());
  const { page } = await showSession(<PasswordForm history={[]} logIn={call} />);
  for (const [name, text] of Object.entries({ user, password: 'lobby-side' })) {
    await typeText(page.querySelector<HTMLInputElement>(`[name=${name}]`), text);
  }
  await act(async () => page.querySelector('form')?.requestSubmit());
  const password = page.querySelector<HTMLInputElement>('[name=password]')?.value;
  return { said: page.querySelector('[role=alert]')?.textContent, call, password };
}

test.each([
  ['login-timed-out', 'Login timed out'],
  ['login-failed', 'Login failed. Check your username and password.'],
  ['unreachable', 'Logging in is not possible right now. Try again in a moment.'],
])('a login that ends with %s says: %s', async (code, text) => {
  const { said, password } = await logIn('grace', () => {
    throw new BridgeError(code, 'as the agent says it');
  });
  expect(said).toBe(text);
  expect(password).toBe('');
});

test.each(['azure-ad', 'product-id'] as const)('%s: a recent name shows a code for this user alone', async (id) => {
  const begin = vi.fn(async () => ({
    userCode: 'ABCD-EFGH',
    uri: 'https://x.example',
    completeUri: 'https://x.example',
  }));
  const { page } = await showSession(<Greeter />, {
    bridge: { begin_device_login: begin, await_device_login: () => new Promise(() => undefined) },
    state: {
      login: { user: null, providers: [{ id, history: ['ada@company.example'] }], automaticAfter: null, endsIn: null },
    },
  });
  const name = page.querySelector<HTMLButtonElement>('fieldset[aria-label="Recent users"] button');
  await act(async () => name?.click());
  expect(begin).toHaveBeenCalledExactlyOnceWith({ provider: id, user: 'ada@company.example' });
  expect(page.querySelector('[role=status]')?.textContent).toBe('Waiting for ada@company.example to confirm…');
});

test.each(['', '   '])('the username %j is not sent: it must not be empty', async (user) => {
  const { said, call } = await logIn(user, () => null);
  expect(said).toBe('Username must not be empty!');
  expect(call).not.toHaveBeenCalled();
});

test('name and password go to the agent, which opens the session', async () => {
  const { said, call } = await logIn(' grace ', () => null);
  expect(call).toHaveBeenCalledExactlyOnceWith('grace', 'lobby-side');
  expect(said).toBeUndefined();
});

test.each([
  [600, 'The session starts in 10 minutes'],
  [121, 'The session starts in 3 minutes'],
  [119, 'The session starts in 119 seconds'],
  [1, 'The session starts in 1 second'],
])('%i seconds before the start, it says: %s', async (seconds, text) => {
  const { page } = await showSession(<Automatic seconds={seconds} onAccount={() => undefined} />);
  expect(page.querySelector('h1')?.textContent).toBe(text);
});

test('it starts automatically once the timeout ends, only once', async () => {
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
