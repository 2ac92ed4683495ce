// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../../testing/session-page.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { SignIn } from './sign-in.tsx';

function show(next = vi.fn()) {
  return showSession(<SignIn wizard={INITIAL_WIZARD} next={next} back={() => {}} />, {
    bridge: { get_api_base: () => null },
  });
}

async function type(page: HTMLElement, code: string): Promise<void> {
  const field = page.querySelector('input') ?? expect.unreachable();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, code);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('the three ways to register are side by side, and the local login has the focus', async () => {
  const { page } = await show();
  expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).toEqual([
    'On this machine',
    'With a phone',
    'Enrollment code',
  ]);
  expect(document.activeElement?.textContent).toBe('Log in here');
});

test('Enter registers with a code once it is long enough', async () => {
  const next = vi.fn();
  const { page } = await show(next);
  const enter = () => act(async () => page.querySelector('form')?.requestSubmit());
  await type(page, 'ABCD');
  await enter();
  expect(next).not.toHaveBeenCalled();
  await type(page, ' ABCD-EFGH ');
  await enter();
  expect(next).toHaveBeenCalledExactlyOnceWith({ code: 'ABCD-EFGH' });
});

test('a machine without a cloud says so, and the phone’s code can be requested again', async () => {
  const { page, call } = await show();
  const press = (label: string) =>
    act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click());
  await press('Log in here');
  expect(page.querySelector('[role=alert]')?.textContent).toContain('No server address');
  const asked = call.mock.calls.length;
  await press('New code');
  expect(call.mock.calls.length).toBe(asked + 1);
});
