// @vitest-environment happy-dom

import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/bridge.ts';
import { showSession } from '../../testing/session-page.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { Registration } from './registration.tsx';

const CODE = { ...INITIAL_WIZARD, step: 'registration' as const, code: 'ABCD-EFGH-1234' };
const CONFIGURED = {
  config: { firstboot: false, organization_name: 'Company Office' } as never,
  profile: { id: 'p', name: 'Reception', revision: 1, definition: {} } as never,
};

/** A machine that registers with an enrollment code. */
function register(enroll: () => unknown, more: Record<string, () => unknown> = {}) {
  return showSession(<Registration wizard={CODE} next={() => {}} back={() => {}} />, {
    bridge: { enroll, apply_profile: () => null, save_wizard: () => null, ...more },
  });
}

const buttonOf = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label);

test('a registration by a logged-in user shows each of its stages', async () => {
  const proof = Promise.withResolvers<unknown>();
  const sent = Promise.withResolvers<Response>();
  const organization = { id: 'o1', name: 'Company Office' };
  const chosen = { ...INITIAL_WIZARD, organization, profile: { id: 'p1', name: 'Reception' } };
  storeAccessToken('person', Date.now() + 3_600_000);
  const { page } = await showSession(<Registration wizard={chosen} next={() => {}} back={() => {}} />, {
    bridge: {
      get_api_base: () => 'https://cloud.example/api',
      get_machine_id_and_token: () => proof.promise,
      apply_profile: () => null,
    },
  });
  const texts = fetch;
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) =>
    String(asked[0]).endsWith('/register') ? sent.promise : texts(...asked),
  );
  const stages = () => [...page.querySelectorAll('li')].map(({ textContent }) => textContent);
  const now = () => page.querySelector('[aria-current=step]')?.textContent;
  expect(stages()).toEqual([
    'Connecting to backend',
    'Connected',
    'Sending registration request',
    'Waiting for configuration',
  ]);
  expect(now()).toBe('Connecting to backend');
  await act(async () => proof.resolve({ id: 'a'.repeat(32), machineToken: 'signed' }));
  expect(now()).toBe('Sending registration request');
  await act(async () => sent.resolve(Response.json({}, { status: 201 })));
  await expect.poll(now).toBe('Waiting for configuration');
});

test('a registration shows its progress, then success with a reboot button', async () => {
  const { page, state, call } = await register(() => null, { reboot: () => null });
  expect(page.querySelector('h1')?.textContent).toBe('Registration');
  expect(page.querySelector('[aria-current=step]')?.textContent).toBe('Waiting for configuration');
  await act(async () => state.set(CONFIGURED));
  expect(page.textContent).toContain('Company Office');
  expect(page.querySelector('[aria-current=step]')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Reboot now');
  await act(async () => buttonOf(page, 'Reboot now')?.click());
  expect(call).toHaveBeenLastCalledWith('reboot', {});
});

test('a failed registration says to try again in a moment, and does so on request', async () => {
  const enroll = vi.fn<() => unknown>().mockRejectedValueOnce(new BridgeError('unavailable', 'away'));
  enroll.mockReturnValue(null);
  const { page } = await register(enroll);
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Registration failed! Try again in a moment.');
  await act(async () => buttonOf(page, 'Try again')?.click());
  expect(page.querySelector('[role=alert]')).toBeNull();
  expect(page.querySelector('[aria-current=step]')?.textContent).toBe('Waiting for configuration');
});

test('a registration that takes longer than 45 s is aborted with the first-boot timeout message', async () => {
  const late = new AbortController();
  const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const { page } = await register(() => null);
  expect(clock).toHaveBeenCalledWith(45_000);
  expect(page.querySelector('[role=alert]')).toBeNull();
  await act(async () => late.abort());
  expect(page.querySelector('[role=alert]')?.textContent).toBe('Timeout: If this continue to happen, contact us.');
});
