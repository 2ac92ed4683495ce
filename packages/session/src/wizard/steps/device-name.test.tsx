// @vitest-environment happy-dom
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../../testing/session-page.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { DeviceName } from './device-name.tsx';

/** The step with typed values; `next` is its last button. */
async function enter(typed: { readonly name?: string; readonly product?: string }) {
  const goOn = vi.fn();
  const { page } = await showSession(<DeviceName wizard={INITIAL_WIZARD} next={goOn} back={() => {}} />, {
    state: { config: { machine_name: '4711AF' } as never },
    bridge: {},
  });
  for (const [index, value] of [typed.name, typed.product].entries()) {
    await typeText(page.querySelectorAll('input')[index], value ?? '');
  }
  const next = [...page.querySelectorAll('button')].at(-1);
  await act(async () => next?.click());
  return { goOn, next, page };
}

test('the device name is optional: without one the machine keeps its own', async () => {
  const { goOn, next, page } = await enter({});
  expect(page.querySelector('input')?.placeholder).toBe('4711AF');
  expect(next?.textContent).toBe('Skip');
  expect(goOn).toHaveBeenCalledExactlyOnceWith({ name: '', productId: '' });
});

test('a device name and a product ID are passed to the login', async () => {
  const { goOn, next } = await enter({ name: ' Reception ', product: 'ABCDE-23456' });
  expect(next?.textContent).toBe('Next');
  expect(goOn).toHaveBeenCalledExactlyOnceWith({ name: 'Reception', productId: 'ABCDE-23456' });
});

test.each([{ name: 'a\u0007b' }, { product: 'AB' }])('the step does not continue with %j', async (typed) => {
  const { goOn, next } = await enter(typed);
  expect(next?.disabled).toBe(true);
  expect(goOn).not.toHaveBeenCalled();
});
