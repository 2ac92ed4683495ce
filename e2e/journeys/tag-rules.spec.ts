import type { Running } from '@berth/testing/process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** Rules that tag new machines, and existing ones on request. */
test.describe.configure({ mode: 'serial' });

let testConsole: TestConsole | undefined;
let server: Server;
let fleet: Running | undefined;
let page: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Front desk');
  ({ server, page, api } = testConsole);
});

test.afterAll(async () => {
  await fleet?.end();
  await testConsole?.dispose();
});

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.locator('dialog[open]').last();
const field = (key: string): Locator =>
  dialog()
    .locator('input')
    .and(page.getByLabel(t(key), { exact: true }));
const save = () =>
  dialog()
    .getByRole('button', { name: t('common.save') })
    .click();

async function add(key: string, ...values: string[]): Promise<void> {
  for (const value of values) {
    await field(key).fill(value);
    await field(key).press('Enter');
  }
}

test('a rule says what is missing, and how many machines match', async () => {
  await page.goto(`${server.url}/manage/enrollment`);
  await button(t('machines.rules.make')).click();
  await save();
  await expect(dialog()).toContainText(t('machines.rules.condition'));
  await expect(dialog()).toContainText(t('machines.rules.tags.missing'));
  await add('machines.rules.networks', '192.0.2.0/33');
  await expect(dialog()).toContainText(t('machines.rules.networks.invalid', { network: '192.0.2.0/33' }));
  await add('machines.rules.networks', '192.0.2.0/24');
  await expect(dialog()).not.toContainText(t('machines.rules.condition'));
  await field('common.name').fill('Branch');
  await field('machines.rules.modelLike').fill('virtual*');
  await expect(dialog()).toContainText('None of your machines matches now.');
  await add('machines.tags', 'branch', 'sign');
  await expectAccessible(page);
  await save();
  const row = page.getByRole('row', { name: 'Branch' });
  await expect(row).toContainText(t('machines.rules.is.networks', { value: '192.0.2.0/24' }));
  await expect(row).toContainText(t('machines.rules.is.modelLike', { value: 'virtual*' }));
  await expect(row).toContainText('branch');
  await expectAccessible(page);
});

test('a new machine has the tags of its rule', async () => {
  fleet = await startVirtualMachines(server, api, 1);
  const [machine] = await api.machines();
  await page.goto(`${server.url}/manage/machines/${machine.id}`);
  await expect(page.getByRole('main')).toContainText('branch');
  await expect(page.getByRole('main')).toContainText('sign');
});

test('a rule tags existing machines when asked to, and takes it back', async () => {
  await page.goto(`${server.url}/manage/enrollment`);
  await button(t('machines.rules.make')).click();
  await field('common.name').fill('Everything');
  await field('machines.rules.nameLike').fill('*');
  await expect(dialog()).toContainText('1 of your machines matches now.');
  await add('machines.tags', 'all');
  await save();
  await button(t('machines.rules.applyOf', { name: 'Everything' })).click();
  await expect(dialog()).toContainText('Add tags to 1 machine?');
  await button(t('machines.rules.apply.yes')).click();
  await expect(button(t('console.undo'))).toBeVisible();
  expect((await api.machines())[0].tags).toEqual(['all', 'branch', 'sign']);
  await button(t('console.undo')).click();
  await expect(page.getByText(t('console.undo.done'))).toBeVisible();
  expect((await api.machines())[0].tags).toEqual(['branch', 'sign']);
});

test('a rule is changed, changed back, and deleted', async () => {
  const row = page.getByRole('row', { name: 'Everything' });
  await button(t('machines.rules.editOf', { name: 'Everything' })).click();
  await field('machines.rules.nameLike').fill('desk*');
  await save();
  await expect(row).toContainText('desk*');
  await button(t('console.undo')).click();
  await expect(row).not.toContainText('desk*');
  await button(t('machines.rules.deleteOf', { name: 'Everything' })).click();
  await dialog()
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Branch' })).toBeVisible();
});
