// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { BridgeError } from '../bridge/bridge.ts';
import { showSession } from '../testing/session-page.tsx';
import { PasswordForm } from './password-form.tsx';

async function logIn(user: string, answer: () => unknown) {
  const call = vi.fn(async (_user: string, _password: string) => answer());
  const { page } = await showSession(<PasswordForm history={[]} logIn={call} />);
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const [name, text] of Object.entries({ user, password: 'quay-side' })) {
    const field = page.querySelector<HTMLInputElement>(`[name=${name}]`);
    await act(async () => {
      set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
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

test.each(['', '   '])('the username %j is not sent: it must not be empty', async (user) => {
  const { said, call } = await logIn(user, () => null);
  expect(said).toBe('Username must not be empty!');
  expect(call).not.toHaveBeenCalled();
});

test('name and password go to the agent, which opens the session', async () => {
  const { said, call } = await logIn(' grace ', () => null);
  expect(call).toHaveBeenCalledExactlyOnceWith('grace', 'quay-side');
  expect(said).toBeUndefined();
});
