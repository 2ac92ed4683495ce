import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { type Server, startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** Counts the clicks of tasks whose numbers docs/tasks.md gives; typing is not counted. */
test.describe.configure({ mode: 'serial' });

const TASKS = readFileSync(join(import.meta.dirname, '../../docs/tasks.md'), 'utf8');

let server: Server;
let page: Page;
let api: Api;
let machines: Running;
let name: string;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await speakEnglish(page);
  await page.addInitScript(() => {
    const count = () => sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
    addEventListener('pointerdown', count, { capture: true });
  });
  await openConsole(page, server);
  api = await apiOf(page, server);
  await api.createProfile('Front desk');
  machines = await startVirtualMachines(server, api, 2);
  name = (await api.machines())[0].name;
});
test.afterAll(async () => {
  await page?.context().close();
  await machines?.end();
  await server?.dispose();
});

const nav = (key: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: t(key), exact: true })
    .click();
const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const openMachine = async (): Promise<void> => {
  await nav('console.nav.machines');
  await page.getByRole('table').getByRole('link', { name, exact: true }).click();
};

const STEPS: Readonly<Record<string, () => Promise<void>>> = {
  'Read a machine’s logs': async () => {
    await openMachine();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('console.logs.title'), exact: true })
      .click();
    await expect(page.getByRole('heading', { name: t('console.logs.title') })).toBeVisible();
  },
  'Take control of a machine': async () => {
    await openMachine();
    await page.getByRole('main').getByText(t('machines.action.remote'), { exact: true }).first().click();
    await page.getByLabel(t('remote.reason')).fill('SD-4711');
    // A virtual machine has no screen to share, so the task ends with the request.
    const asked = page.waitForRequest((request) => request.method() === 'POST' && /remote/.test(request.url()));
    await button('remote.connect').click();
    await asked;
  },
  'Reboot all machines': async () => {
    await nav('console.nav.machines');
    await page.getByRole('checkbox', { name: t('machines.select.all') }).click();
    await button('machines.bulk').click();
    await page.getByRole('menuitem', { name: t('machines.action.reboot'), exact: true }).click();
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: t('machines.action.reboot') })
      .click();
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  },
  'Add a web app to a profile': async () => {
    await nav('console.nav.profiles');
    await page.getByRole('main').getByRole('link', { name: 'Front desk', exact: true }).click();
    await page
      .getByRole('navigation', { name: t('console.forms.label') })
      .getByRole('link', { name: t('console.form.webapp') })
      .click();
    await button('profile.thinhoc.sessions.webapp.add').click();
    const field = (each: string) =>
      page.getByLabel(new RegExp(`^${t(`profile.thinhoc.sessions.webapp.${each}.label`)}`));
    await field('url').fill('https://intranet.example');
    await field('display_name').fill('Intranet');
    await field('window_title').fill('Intranet');
    await button('common.save').click();
    await expect(button('common.save')).toBeDisabled();
  },
};

for (const [task, does] of Object.entries(STEPS)) {
  test(`${task} takes the clicks that docs/tasks.md gives`, async () => {
    const row = TASKS.split('\n').find((line) => line.startsWith(`| ${task.replace('’', "'")} |`));
    await page.goto(`${server.url}/manage/overview`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(() => sessionStorage.setItem('clicks', '0'));
    await does();
    expect(await page.evaluate(() => sessionStorage.getItem('clicks'))).toBe(row?.split('|')[2]?.trim());
  });
}
