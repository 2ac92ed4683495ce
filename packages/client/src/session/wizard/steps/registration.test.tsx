// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../../../testing/session-page.tsx';
import { BridgeError } from '../../bridge/bridge-error.ts';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { Registration } from './registration.tsx';

const CODE = { ...INITIAL_WIZARD, step: 'registration' as const, code: 'QUAY-SIDE-1234' };
const CONFIGURED = {
  config: { firstboot: false, organization_name: 'Harbour Office' } as never,
  profile: { id: 'p', name: 'Reception', revision: 1, definition: {} } as never,
};

/** A machine that registers with an enrolment code. */
function register(enrol: () => unknown, more: Record<string, () => unknown> = {}) {
  return showSession(<Registration wizard={CODE} update={() => {}} />, {
    bridge: { enrol, apply_profile: () => null, save_wizard: () => null, ...more },
  });
}

const buttonOf = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label);

test('a registration shows how far it is, then success with a prompt to restart', async () => {
  const { page, state, call } = await register(() => null, { reboot: () => null });
  expect(page.querySelector('h1')?.textContent).toBe('Registration');
  expect(page.querySelector('[aria-current=step]')?.textContent).toBe('Waiting for configuration');
  await act(async () => state.set(CONFIGURED));
  expect(page.textContent).toContain('Harbour Office');
  expect(page.querySelector('[aria-current=step]')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Restart now');
  await act(async () => buttonOf(page, 'Restart now')?.click());
  expect(call).toHaveBeenLastCalledWith('reboot', {});
});

test('a registration that failed says to try again in a moment, and does so when asked', async () => {
  const enrol = vi.fn<() => unknown>().mockRejectedValueOnce(new BridgeError('unavailable', 'away'));
  enrol.mockReturnValue(null);
  const { page } = await register(enrol);
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Registration failed! Try again in a moment.');
  await act(async () => buttonOf(page, 'Try again')?.click());
  expect(page.querySelector('[role=alert]')).toBeNull();
  expect(page.querySelector('[aria-current=step]')?.textContent).toBe('Waiting for configuration');
});

test('a registration still going after 45 s is given up with the first-boot timeout message', async () => {
  const late = new AbortController();
  const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const { page } = await register(() => null);
  expect(clock).toHaveBeenCalledWith(45_000);
  expect(page.querySelector('[role=alert]')).toBeNull();
  await act(async () => late.abort());
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Timeout: If this continue to happen, contact us.');
});
