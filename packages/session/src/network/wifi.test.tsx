// @vitest-environment happy-dom
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { WifiAdvanced } from './wifi-advanced.tsx';
import { WifiQuick } from './wifi-quick.tsx';
import { isAddressWithPrefix, isIpv4, readServers } from './wired-address.tsx';

const COMPANY = { ssid: 'Company', security: 'personal', strength: 80, connected: false };
const refuse = () => Promise.reject(new Error('the network does not take the machine in'));

function type(page: HTMLElement, selector: string, text: string): Promise<void> {
  return typeText(page.querySelector<HTMLInputElement>(selector), text);
}

function connect(page: HTMLElement): Promise<void> {
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Connect');
  return act(async () => button?.click());
}

test('quick connect joins a visible network by its password', async () => {
  const onDone = vi.fn();
  const { page, call } = await showSession(<WifiQuick onDone={onDone} onAdvanced={() => {}} />, {
    bridge: { scan_wifi: () => [COMPANY], connect_wifi: () => null },
  });
  await act(async () => page.querySelector<HTMLInputElement>('input[type=radio]')?.click());
  await type(page, 'input[type=password]', 'lobby-side');
  await connect(page);
  expect(call).toHaveBeenLastCalledWith('connect_wifi', { ssid: 'Company', password: 'lobby-side' });
  expect(onDone).toHaveBeenCalledOnce();
});

test('a machine that cannot look for networks says so, and looks again on request', async () => {
  let works = false;
  const { page } = await showSession(<WifiQuick onDone={() => {}} onAdvanced={() => {}} />, {
    bridge: { scan_wifi: () => (works ? [COMPANY] : refuse()) },
  });
  expect(page.querySelector('[role=alert]')?.textContent).toBe('The machine could not do this. Try again.');
  expect(page.textContent).not.toContain('No networks found');
  works = true;
  const again = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Scan again');
  await act(async () => again?.click());
  expect(page.querySelector('[role=alert]')).toBeNull();
  expect(page.textContent).toContain('Company');
});

test('a failed quick connect asks to verify the password, and points to the advanced settings', async () => {
  const onDone = vi.fn();
  const { page } = await showSession(<WifiQuick onDone={onDone} onAdvanced={() => {}} />, {
    bridge: { scan_wifi: () => [COMPANY], connect_wifi: refuse },
  });
  await act(async () => page.querySelector<HTMLInputElement>('input[type=radio]')?.click());
  await type(page, 'input[type=password]', 'lobby-side');
  await connect(page);
  expect(page.querySelector('[role=alert]')?.textContent).toBe(
    'Connection failed. Verify the password and try again. For WPA Enterprise, use the advanced settings.',
  );
  expect(onDone).not.toHaveBeenCalled();
});

test('failed advanced settings ask to verify them', async () => {
  const { page, call } = await showSession(<WifiAdvanced onDone={() => {}} onCancel={() => {}} />, {
    bridge: { connect_wifi: refuse },
  });
  await type(page, 'input:not([type=radio], [type=password])', 'Hidden lobby');
  await type(page, 'input[type=password]', 'lobby-side');
  await connect(page);
  expect(call).toHaveBeenLastCalledWith('connect_wifi', { ssid: 'Hidden lobby', hidden: true, password: 'lobby-side' });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Connection failed. Verify the settings');
});

test.each(['192.0.2.10', '0.0.0.0', '255.255.255.255'])('%s is an address', (text) => {
  expect(isIpv4(text)).toBe(true);
});

test.each(['192.0.2', '192.0.2.256', '192.0.2.1/24', 'a.b.c.d', ''])('%s is not an address', (text) => {
  expect(isIpv4(text)).toBe(false);
});

test('a manual address includes its prefix length', () => {
  expect(isAddressWithPrefix('192.0.2.10/24')).toBe(true);
  expect(isAddressWithPrefix('192.0.2.10')).toBe(false);
  expect(isAddressWithPrefix('192.0.2.10/33')).toBe(false);
});

test('servers are parsed from common list formats', () => {
  expect(readServers('192.0.2.1, 192.0.2.2 192.0.2.3')).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
  expect(readServers('')).toEqual([]);
  expect(readServers('192.0.2.1, dns')).toBeUndefined();
});
