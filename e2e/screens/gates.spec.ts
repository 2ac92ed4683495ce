import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Running } from '@berth/testing/process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { startListedMachines } from '../kit/fleet.ts';
import { type Server, startServer } from '../kit/server.ts';
import { GRACE, openConsole } from '../kit/test-environment.ts';
import { speak, speakEnglish, t } from '../kit/texts.ts';
import { picture } from './camera.ts';
import { readOptions } from './options.ts';

/** Screenshots of licenses, Pro and leaving: an organization on Free, with the platform administrator in it. */
const options = readOptions(process.env);
const FLEET = [
  { name: 'Room 2', deployment: 'vanilla' },
  { name: 'Besprechungsraum Nordseeküste 2', deployment: 'flex' },
];

test.describe.configure({ mode: 'default', timeout: 300_000 });

let server: Server;
let page: Page;
let api: Api;
let fleet: Running;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  server = await startServer({ BERTH_PLATFORM_ADMINS: GRACE.email });
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await speakEnglish(page);
  await openConsole(page, server);
  api = await apiOf(page, server);
  const [{ id: organizationId }] = await api.send<[{ id: string }]>('GET', '/organizations');
  const { id: profileId } = await api.send<{ id: string }>('POST', '/profiles', { name: 'Day', organizationId });
  const list = join(server.data, 'machines.json');
  await writeFile(list, JSON.stringify(FLEET.map((machine) => ({ ...machine, profileId, tags: [] }))));
  fleet = await startListedMachines(server, page, organizationId, list, FLEET.length);
  for (const name of ['Grundbuchamt der Freien und Hansestadt Hamburg, Außenstelle Finkenwerder', 'Lobby']) {
    await api.send('POST', '/organizations', { name });
  }
});
test.afterAll(async () => {
  await page?.context().close();
  await fleet?.end();
  await server?.dispose();
});

async function open(path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function shot(name: string): Promise<void> {
  await picture(page, { name: `gate-${name}` }, options);
  await page.setViewportSize({ width: 1280, height: 720 });
  await speak(page, 'eng');
}
const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const item = (key: string) => page.getByRole('menuitem', { name: t(key) });
const dialog = (): Locator => page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });

test('product IDs: none, issued, in use, withdrawn', async () => {
  await open('/manage/platform/product-ids');
  await shot('products-empty');
  await button('products.issue').click();
  await dialog().getByLabel(t('products.variant')).selectOption('smartworkspace');
  await shot('products-issue');
  await inDialog('products.issue').click();
  const productId = await dialog().getByLabel(t('products.shown.label')).inputValue();
  await shot('products-shown');
  await inDialog('common.kept').click();
  for (const note of ['Lieferschein 4711 der Hafenbehörde, zweite Tranche für die Außenstelle', '']) {
    await api.send('POST', '/platform/product-ids', { deployment: 'smartconference', count: 1, note });
  }
  const machines = await api.machines();
  const flex = machines.find(({ name }) => name.startsWith('Besprechungsraum'));
  await api.send('PATCH', `/machines/${flex?.id}/deployment`, { productId });
  await open('/manage/platform/product-ids');
  await shot('products');
  await page.getByRole('row').nth(1).getByRole('button').click();
  await shot('products-withdraw');
  await inDialog('common.cancel').click();
});

test('a machine of Free: what requires Pro, what it costs, and its variant', async () => {
  await open('/manage/machines');
  await page
    .getByRole('row')
    .filter({ hasText: 'Room 2' })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await shot('pro-menu');
  await item('machines.action.reboot').click();
  await shot('pro-needed');
  await page.keyboard.press('Escape');
  await open('/manage/machines');
  await page
    .getByRole('row')
    .filter({ hasText: 'Room 2' })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await item('machines.variant').click();
  await shot('variant');
  await dialog().getByLabel(t('machines.variant.choice')).selectOption(t('machines.variant.licensed'));
  await dialog().getByLabel(t('machines.variant.productId')).fill('AAAAA-BBBBB-CCCCC-DDDDD');
  await inDialog('machines.variant').click();
  await expect(dialog()).toContainText(t('errors.code.invalid-product-id'));
  await shot('variant-refused');
  await inDialog('common.cancel').click();
  await page.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await button('machines.bulk').click();
  await shot('pro-bulk-menu');
  await item('machines.action.reboot').click();
  await shot('pro-bulk-needed');
});

test('an enrollment code: requested, and shown once', async () => {
  await open('/manage/enrollment');
  await shot('codes-empty');
  await button('machines.enrollment.make').first().click();
  await shot('code');
  await inDialog('machines.enrollment.make').click();
  await dialog().getByRole('textbox').first().waitFor();
  await shot('code-shown');
  await page.keyboard.press('Escape');
  await open('/manage/enrollment');
  await shot('codes');
});

test('the organization selector, and its menu', async () => {
  await open('/manage/org/select');
  await shot('organizations');
  await open('/manage/machines');
  await page.getByRole('button', { name: 'Head Office' }).first().click();
  await shot('organization-menu');
});

test('deleting the account: consequences and obstacles', async () => {
  await open('/manage/account');
  await shot('account');
  await button('account.delete.open').click();
  await dialog().waitFor();
  await shot('delete-account-blocked');
  const [machine, ...others] = await api.machines();
  for (const { id } of [machine, ...others]) await api.send('DELETE', `/machines/${id}`);
  await open('/manage/account');
  await button('account.delete.open').click();
  await dialog().getByLabel(t('account.password.current')).waitFor();
  await shot('delete-account');
});
