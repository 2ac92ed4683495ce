import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleScreen } from '../kit/accessibility.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type NetworkManager, startNetworkManager } from '../kit/network-manager.ts';
import { chooseEnglish, t } from '../kit/texts.ts';

/**
 * Network setup of a machine that is not set up yet: the agent's real path to NetworkManager, whose networks are mocks.
 */
test.describe.configure({ mode: 'serial' });

let networks: NetworkManager;
let machine: Machine;
let page: Page;

test.beforeAll(async () => {
  networks = await startNetworkManager();
  await networks.addNetwork('Office', 80, 0x100);
  await networks.addNetwork('Staff', 60, 0x200);
  await networks.addNetwork('Guests', 40, 0);
  // The cloud is not needed here.
  machine = await startMachine('http://127.0.0.1:9', '1280x720', { more: ['--network', 'real'], env: networks.env });
  page = machine.page;
  await page.waitForURL(/\/fbw/);
  await chooseEnglish(page);
  await page.getByRole('button', { name: t('common.next'), exact: true }).click();
  await page.getByRole('heading', { name: t('wizard.network.title') }).waitFor();
});

test.afterAll(async () => {
  await machine?.dispose();
  await networks?.dispose();
});

const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });

const password = () => page.getByRole('textbox', { name: t('screens.network.password'), exact: true });

test('Wi-Fi quick connect joins a network by name and password, and reports a failure', async () => {
  await button('screens.network.choose').click();
  await page.getByRole('radio', { name: /Office/ }).click();
  await expect(button('screens.network.connect')).toBeDisabled();
  await password().fill('wrong-password');
  await expectAccessibleScreen(page);
  await networks.acceptConnections(false);
  await button('screens.network.connect').click();
  await expect(page.getByRole('alert').filter({ hasText: t('screens.network.quickFailed') })).toBeVisible();
  expect(await networks.connections()).toBe('');
  await networks.acceptConnections(true);
  await password().fill('the-password');
  await button('screens.network.connect').click();
  await expect(button('screens.network.choose')).toBeVisible();
  expect(await networks.connections()).toContain('Berth Office');
});

test('advanced settings join a network with WPA Enterprise, and report a failure', async () => {
  await button('screens.network.choose').click();
  await page.getByRole('radio', { name: /Staff/ }).click();
  await expect(page.getByText(t('screens.network.enterpriseHint'))).toBeVisible();
  await expect(button('screens.network.connect')).toBeDisabled();
  await button('screens.network.advanced').click();
  await page.getByLabel(t('screens.network.ssid')).fill('Staff');
  await page.getByRole('radio', { name: t('screens.network.security.enterprise') }).click();
  await page.getByLabel(t('screens.network.identity'), { exact: true }).fill('grace');
  await password().fill('secret');
  await expectAccessibleScreen(page);
  await networks.acceptConnections(false);
  await button('screens.network.connect').click();
  await expect(page.getByRole('alert').filter({ hasText: t('screens.network.advancedFailed') })).toBeVisible();
  await networks.acceptConnections(true);
  await button('screens.network.connect').click();
  await expect(button('screens.network.choose')).toBeVisible();
  const connections = await networks.connections();
  expect(connections).toContain('Berth Staff');
  expect(connections).toContain('wpa-eap');
  expect(connections).toContain('mschapv2');
});

test('a wired connection gets a manual address', async () => {
  await button('screens.network.address').click();
  await page.getByRole('radio', { name: t('screens.network.manual') }).click();
  await page.getByLabel(t('screens.network.ip')).fill('192.0.2.300/24');
  await expect(page.getByText(t('screens.network.ipRule'))).toBeVisible();
  await page.getByLabel(t('screens.network.ip')).fill('192.0.2.10/24');
  await page.getByLabel(t('screens.network.gateway')).fill('192.0.2.1');
  await expectAccessibleScreen(page);
  await button('screens.network.apply').click();
  await expect(button('screens.network.address')).toBeVisible();
  const connections = await networks.connections();
  expect(connections).toContain('Berth eth0');
  expect(connections).toContain('192.0.2.10');
});
