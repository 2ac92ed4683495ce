// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../../testing/session-page.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { Network } from './network.tsx';

const NETWORK = {
  managed: true,
  wired: [{ device: 'eth0', carrier: true, connected: true, addresses: ['192.0.2.10/24'] }],
  wifi: { device: 'wlan0', enabled: true, state: 'disconnected', ssid: null, addresses: [] },
  trialSecondsLeft: null,
};
const UP = { network: 'ok', dns: 'ok', internet: 'ok', cloud: 'ok' } as const;

const show = (online: Record<string, string> = UP, next = vi.fn()) =>
  showSession(<Network wizard={INITIAL_WIZARD} next={next} back={() => {}} />, {
    state: { online: online as never },
    bridge: { get_network: () => NETWORK, scan_wifi: () => [], configure_wired: () => null },
  });

const press = (page: HTMLElement, label: string, index = 0) =>
  act(async () =>
    [...page.querySelectorAll('button')].filter(({ textContent }) => textContent === label)[index]?.click(),
  );

test('a wired connection shows its address, and accepts another one', async () => {
  const { page, call } = await show();
  expect(page.textContent).toContain('192.0.2.10/24');
  await press(page, 'IP address');
  await press(page, 'Apply');
  expect(call).toHaveBeenCalledWith('configure_wired', { device: 'eth0', manual: null });
});

test('a wrong clock is shown as the reason why the cloud does not respond', async () => {
  const { page } = await show({ ...UP, cloud: 'error', clock: 'error' });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('date or time is wrong');
});

test('Wi-Fi opens quick connect, which links to advanced settings', async () => {
  const { page, call } = await show();
  await press(page, 'Choose a network');
  expect(call).toHaveBeenCalledWith('scan_wifi', {});
  await press(page, 'Advanced settings');
  expect([...page.querySelectorAll('input[type=radio]')]).toHaveLength(3);
  expect(page.textContent).toContain('WPA Enterprise');
});

test('without the cloud it shows what is missing and does not continue', async () => {
  const next = vi.fn();
  const { page, state } = await show({ ...UP, internet: 'error', cloud: 'error' }, next);
  expect(page.querySelector('[role=alert]')).not.toBeNull();
  await press(page, 'Next');
  expect(next).not.toHaveBeenCalled();
  await act(async () => state.set({ online: UP }));
  await press(page, 'Next');
  expect(next).toHaveBeenCalledOnce();
});

test('the progress of each check is shown as text', async () => {
  const { page, state } = await show({ network: 'ok', dns: 'unknown', internet: 'unknown', cloud: 'unknown' });
  const said = () => page.querySelector('[role=status]')?.textContent;
  const parts = () => [...page.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(said()).toBe('Checking the connection: step 2 of 4');
  expect(parts()).toEqual([
    'Connected to a network',
    'Looking up addresses (DNS)',
    'Trying to reach the internet',
    'Trying to reach the cloud',
  ]);
  expect(page.querySelector('[aria-current=step]')?.textContent).toBe('Looking up addresses (DNS)');
  await act(async () => state.set({ online: { network: 'ok', dns: 'ok', internet: 'error', cloud: 'error' } }));
  expect(said()).toBe('The connection does not work yet. The machine keeps checking.');
  expect(parts()[2]).toBe('The internet does not respond');
  await act(async () => state.set({ online: UP }));
  expect(said()).toBe('The connection works.');
});
