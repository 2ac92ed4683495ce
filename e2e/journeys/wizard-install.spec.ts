import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { chooseEnglish, speak, t } from '../kit/texts.ts';

/** Berth OS on a stick, with disks in memory: installing it, and trying it. The real disks are `npm run os:proof`'s. */
let server: Server;
let data: string;
let machine: Machine | undefined;

test.beforeAll(async () => {
  server = await startServer();
});
test.beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'berth-e2e-install-'));
});
test.afterEach(async () => {
  await machine?.dispose();
  machine = undefined;
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
});
test.afterAll(() => server?.dispose());

const heading = (page: Page, key: string) =>
  expect(page.getByRole('heading', { name: t(key), exact: true })).toBeVisible();

async function boot(...more: string[]): Promise<Page> {
  machine = await startMachine(server.url, '1280x720', { data, more: ['--stick', ...more] });
  await machine.page.waitForURL(/\/fbw/);
  return machine.page;
}

test('a person installs with Enter alone, after the page that names what is lost', async () => {
  const page = await boot();
  await chooseEnglish(page);
  const enter = () => machine?.press('Return');
  await heading(page, 'wizard.welcome.title');
  await enter();
  await heading(page, 'wizard.install.title');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: t('wizard.install.install') })).toBeFocused();
  await enter();
  await heading(page, 'wizard.install.disk.title');
  await expect(page.getByRole('radio', { name: 'Samsung SSD 870 EVO' })).toBeFocused();
  await expectAccessible(page);
  await enter();
  await heading(page, 'wizard.install.confirm.title');
  await expect(page.getByText('Samsung SSD 870 EVO')).toBeVisible();
  await expect(page.getByText(t('wizard.install.confirm.text'))).toBeVisible();
  await expectAccessible(page);
  await enter();
  await heading(page, 'wizard.install.progress.title');
  await heading(page, 'wizard.install.done.title');
  await expect(page.getByRole('button', { name: t('wizard.install.done.restart') })).toBeFocused();
  await expectAccessible(page);
  await enter();
  await machine?.agent.line(/"event":"power","order":"reboot"/);
});

test('berth.conf installs without a person, and the computer turns itself off', async () => {
  const page = await boot('--install', 'largest');
  await speak(page, 'eng');
  await machine?.agent.line(/"event":"power","order":"power-off"/);
  await heading(page, 'wizard.install.done.title');
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('trying without installing goes on with the setup', async () => {
  const page = await boot();
  await chooseEnglish(page);
  await page.getByRole('button', { name: t('common.next'), exact: true }).click();
  await page.getByRole('button', { name: t('wizard.install.try') }).click();
  await heading(page, 'wizard.network.title');
});
