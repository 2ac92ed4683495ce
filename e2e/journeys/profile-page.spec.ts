import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { speak, t } from '../kit/texts.ts';

/** A profile's page: its head, its navigation, the search for a setting and the preview, on the real server. */
test.describe.configure({ mode: 'serial' });

let testConsole: TestConsole | undefined;
let server: Server;
let fleet: Running;
let page: Page;
let profile: string;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Front desk');
  ({ server, page, profile } = testConsole);
  fleet = await startVirtualMachines(server, testConsole.api, 2);
});

test.afterAll(async () => {
  await fleet?.end();
  await testConsole?.dispose();
});

const MACHINES = 'Used by 2 machines';
const heading = () => page.getByRole('heading', { name: 'Front desk', level: 1 });
const nav = () => page.getByRole('navigation', { name: t('console.forms.label') });
const open = (form: string) => page.goto(`${server.url}/manage/profile/${profile}?form=${form}`);
const preview = () => page.frameLocator(`iframe[title="${t('console.preview.title')}"]`);
const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });

test('the head stays with the name, the machines and Save; the first form is customization', async () => {
  await page.goto(`${server.url}/manage/profile/${profile}`);
  await page.getByRole('switch', { name: t('profile.system.customization.global-dark-theme.label') }).press('Space');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 4_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  for (const part of [heading(), page.getByRole('link', { name: MACHINES }), button('common.save')]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page);
  await button('common.save').click();
  await expect(page.getByText(t('console.save.done', { revision: 2 }))).toBeVisible();
  await expect(button('common.save')).toHaveAttribute('aria-disabled', 'true');
});

test('the number of machines leads to the list of these machines', async () => {
  await page.getByRole('link', { name: MACHINES }).click();
  await expect(page).toHaveURL(new RegExp(`/manage/machines\\?profile=${profile}`));
  await expect(page.getByRole('row').filter({ hasText: 'Front desk' })).toHaveCount(2);
});

test('small forms share a page, and a page has a row of 28 px', async () => {
  await open('network/dns');
  await expect(nav().getByRole('link')).toHaveCount(16);
  const names = await nav().getByRole('link').allTextContents();
  expect(names).toContain(t('console.page.network'));
  expect(names).not.toContain(t('console.form.dns'));
  for (const form of ['wifi', 'dns', 'openvpn']) {
    await expect(page.getByRole('region', { name: t(`console.form.${form}`) })).toBeVisible();
  }
  const heights = await nav()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([28]));
  await expectAccessible(page);
});

test('a setting is found by its label, and marked', async () => {
  await open('customization');
  await nav().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('search dom');
  const found = page.getByRole('button', { name: t('profile.system.network.search-domains.label') });
  await expect(found).toContainText(t('console.page.network'));
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: t('console.find.label') }).press('Enter');
  await expect(page).toHaveURL(/form=network%2Fwifi/);
  const field = page.locator('[data-path="search-domains"]');
  await expect(field.locator(':focus')).toBeVisible();
  await expect(field).toBeInViewport();
  await expect(field).toHaveAttribute('data-found');
  await field.locator(':focus').press('Shift+Tab');
  await expect(field).not.toHaveAttribute('data-found');
});

test('a hidden setting leads to what shows it, in another language too', async () => {
  await speak(page, 'deu');
  const box = page.getByRole('searchbox', { name: 'Einstellung suchen' });
  await box.fill('pin');
  await page.getByRole('button', { name: /^PIN/ }).first().click();
  await expect(page.locator('[data-path="settings_access.who"]').locator(':focus')).toBeVisible();
  await speak(page, 'eng');
});

test('beside the preview stands what saving would change, and one change is discarded by itself', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('customization');
  const dark = page.getByRole('switch', { name: t('profile.system.customization.global-dark-theme.label') });
  const before = await dark.isChecked();
  await dark.press('Space');
  const impact = page.getByRole('complementary').filter({ hasText: t('console.impact.would') });
  await expect(impact).toContainText('2 machines get the new configuration (2 online).');
  await expect(impact).toContainText(t('console.impact.none'));
  await expect(impact.getByRole('listitem')).toContainText(
    `${t(before ? 'console.history.on' : 'console.history.off')} → ${t(before ? 'console.history.off' : 'console.history.on')}`,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await impact.getByRole('button', { name: /^Discard the change/ }).click();
  await expect(dark).toBeChecked({ checked: before });
  await expect(page.getByText('1 unsaved change')).toHaveCount(0);
  await expect(page.getByText(t('console.impact.would'))).toHaveCount(0);
});

test('the preview is beside the form from 1440 px, and a strip below', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('sessions/webapp');
  await expect(preview().locator('html')).toHaveAttribute('data-theme', /light|dark/);
  const form = await page.getByRole('heading', { name: t('console.form.webapp'), level: 2 }).boundingBox();
  const frame = await page.locator('iframe').boundingBox();
  expect(frame?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
  await page.setViewportSize({ width: 1439, height: 900 });
  await expect(page.locator('iframe')).toHaveCount(0);
  await button('console.preview.show').click();
  await expect(preview().locator('html')).toHaveAttribute('data-theme', /light|dark/);
  await button('console.preview.hide').click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await button('console.preview.hide').click();
  await page.reload();
  await expect(button('console.preview.show')).toBeVisible();
});
