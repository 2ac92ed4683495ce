import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@berth/testing/ports';
import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { startBalancer } from '../kit/balancer.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { logIn } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { COMPANY, GRACE, openConsole } from '../kit/test-environment.ts';
import { chooseEnglish, speak, speakEnglish, t } from '../kit/texts.ts';

/** First boot with interruptions: power cuts, wrong codes. The normal path is in session.spec.ts. */
test.describe.configure({ mode: 'serial' });

let server: Server;
let admin: Page;
let api: Api;
let data: string;
let machine: Machine | undefined;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext()).newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  api = await apiOf(admin, server);
});

test.beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'berth-e2e-wizard-'));
});

test.afterEach(async () => {
  await machine?.dispose();
  machine = undefined;
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
});

test.afterAll(async () => {
  await admin?.context().close();
  await server?.dispose();
});

async function boot(): Promise<Page> {
  machine = await startMachine(server.url, '1280x720', { data });
  await machine.page.waitForURL(/\/fbw|\/session\/local/);
  return machine.page;
}

/** Cuts the machine's power and starts it again. */
async function powerCut(): Promise<Page> {
  await machine?.cutPower();
  return boot();
}

const next = (page: Page) => page.getByRole('button', { name: t('common.next'), exact: true });
const heading = (page: Page, key: string) => expect(page.getByRole('heading', { name: t(key) })).toBeVisible();

test('a power cut at any step does not restart the wizard', async () => {
  let page = await boot();
  await chooseEnglish(page);
  await next(page).click();
  await heading(page, 'wizard.network.title');
  // In the chosen language, too.
  page = await powerCut();
  await heading(page, 'wizard.network.title');
  await next(page).click();
  await page.getByLabel(t('wizard.name.label')).fill('Reception');
  await next(page).click();
  await heading(page, 'wizard.signIn.title');
  page = await powerCut();
  await heading(page, 'wizard.signIn.title');
  await page.getByRole('button', { name: t('wizard.signIn.here') }).click();
  await logIn(page, GRACE);
  await page.getByRole('radio', { name: COMPANY }).click();
  await next(page).click();
  await heading(page, 'wizard.profile.title');
  page = await powerCut();
  // The login does not outlive the window; the choices do.
  await heading(page, 'wizard.signIn.title');
  await page.getByRole('button', { name: t('wizard.signIn.here') }).click();
  await logIn(page, GRACE);
  await expect(page.getByRole('radio', { name: COMPANY })).toBeChecked();
  await next(page).click();
  await heading(page, 'wizard.profile.title');
  await next(page).click();
  await heading(page, 'wizard.done.title');
  expect(await page.context().cookies()).not.toEqual([]);
  page = await powerCut();
  // The browser has stored English by now, and the session has ended.
  await expect(page.locator('main')).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
  expect((await api.machines()).map(({ name }) => name)).toEqual(['Reception']);
});

test('an enrollment code registers a machine without a login, and a wrong one is reported', async () => {
  const page = await boot();
  await chooseEnglish(page);
  await next(page).click();
  await heading(page, 'wizard.network.title');
  await next(page).click();
  await page.getByLabel(t('wizard.name.label')).fill('Lobby');
  await next(page).click();
  await page.getByRole('textbox', { name: t('wizard.code.label') }).fill('WRONG-CODE-1234');
  await page.getByRole('button', { name: t('wizard.code.register') }).click();
  await expect(page.getByRole('alert')).toContainText(t('wizard.registration.failed'));
  await expect(page.getByRole('alert')).toContainText(t('errors.code.invalid-code'));
  await page.getByRole('button', { name: t('common.back') }).click();
  await page.getByRole('textbox', { name: t('wizard.code.label') }).fill(await api.enrollmentCode());
  await page.getByRole('button', { name: t('wizard.code.register') }).click();
  await heading(page, 'wizard.done.title');
  await page.getByRole('button', { name: t('wizard.done.reboot') }).click();
  await machine?.agent.line(/"event":"power","order":"reboot"/);
  expect((await api.machines()).map(({ name }) => name).sort()).toEqual(['Lobby', 'Reception']);
});

test('a power cut during registration loses nothing: it continues, and there is one machine', async () => {
  let page = await boot();
  await chooseEnglish(page);
  await next(page).click();
  await heading(page, 'wizard.network.title');
  await next(page).click();
  await page.getByLabel(t('wizard.name.label')).fill('Printer');
  await next(page).click();
  await page.getByRole('textbox', { name: t('wizard.code.label') }).fill(await api.enrollmentCode());
  await page.getByRole('button', { name: t('wizard.code.register') }).click();
  await page.getByRole('heading', { name: t('wizard.code.title') }).waitFor({ state: 'detached' });
  page = await powerCut();
  // Registered before or after the power cut, but exactly once.
  await expect(async () => {
    const names = (await api.machines()).map(({ name }) => name);
    expect(names.filter((name) => name === 'Printer')).toHaveLength(1);
  }).toPass();
  const done = page.getByRole('heading', { name: t('wizard.done.title') });
  await expect(done.or(page.locator('[data-tour="status-bar"]')).first()).toBeVisible();
});

test('a machine with a code in its image asks nobody anything, and registers once its cloud answers', async () => {
  const port = await freePort();
  const more = ['--enroll', await api.enrollmentCode()];
  machine = await startMachine(`http://127.0.0.1:${port}`, '1280x720', { data, more });
  const { page } = machine;
  await page.waitForURL(/\/fbw/);
  await speak(page, 'eng');
  await heading(page, 'wizard.unattended.title');
  await expect(page.getByText(t('wizard.check.cloud.error'))).toBeVisible();
  await expect(page.locator('main').getByRole('radio')).toHaveCount(0);
  const cloud = await startBalancer(port, [Number(new URL(server.url).port)]);
  try {
    await page.waitForURL(/\/session\/local/);
    await expect(page.locator('[data-tour="status-bar"]')).toBeVisible();
  } finally {
    await cloud.dispose();
  }
});
