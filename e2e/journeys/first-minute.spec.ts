import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { enrollVirtualMachines } from '../kit/fleet.ts';
import { quickSignUp } from '../kit/quick-sign-up.ts';
import { type Server, startServer } from '../kit/server.ts';
import { COMPANY, GRACE } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** The first minute of a new organization: its steps tick themselves off on the Overview. */
test.describe.configure({ mode: 'serial' });

let server: Server;
let page: Page;
let machine: Running;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await speakEnglish(page);
  await quickSignUp(page.context().request, server, GRACE);
});
test.afterAll(async () => {
  await page?.context().close();
  await machine?.end();
  await server?.dispose();
});

const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const step = (id: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: t(`machines.dashboard.next.${id}`) }) });
const dialog = () => page.locator('dialog[open]');

test('a new organization begins with three steps, the first of them open', async () => {
  await page.goto(server.url);
  await button('console.org.create').click();
  await page.getByLabel(t('console.org.name')).fill(COMPANY);
  await button('common.create').click();
  await expect(step('profile')).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('radio')).toHaveCount(3);
  await expectAccessible(page);
});

test('a code makes the profile it needs in its own dialog, or the step makes it', async () => {
  await page.goto(`${server.url}/manage/enrollment`);
  await button('machines.enrollment.make').click();
  await expect(dialog().getByLabel(t('console.profile.new'))).toHaveValue('Unnamed Profile 1');
  await expectAccessible(page);
  await dialog()
    .getByRole('button', { name: t('common.cancel') })
    .click();
  await page.goto(`${server.url}/manage/overview`);
  await button('console.profile.create').click();
  await expect(page.getByText(t('machines.start.kiosk.invalid'))).toBeVisible();
  await page.getByLabel(t('machines.start.kiosk.target')).fill('timetable.example');
  await button('console.profile.create').click();
  await expect(step('machine')).toHaveAttribute('aria-current', 'step');
  await expectAccessible(page);
});

test('this computer gets the commands that register it', async () => {
  await button('machines.start.here').click();
  await expect(dialog()).toContainText(`BERTH_SERVER=${server.url}`);
  await expect(dialog()).toContainText(/BERTH_ENROLLMENT_CODE=\S+/);
  await expectAccessible(page);
  await dialog()
    .getByRole('button', { name: t('common.kept') })
    .click();
});

test('a machine registers with a code, and the Overview has taken its steps down', async () => {
  await button('machines.enrollment.make').click();
  await dialog()
    .getByRole('button', { name: t('machines.enrollment.make') })
    .click();
  const code = await dialog().locator('code').innerText();
  await dialog()
    .getByRole('button', { name: t('common.kept') })
    .click();
  await expect(page.getByText(t('machines.start.waiting'))).toBeVisible();
  machine = enrollVirtualMachines(server, 1, code);
  // The kiosk's page is the first app.
  await expect(page.getByText(t('machines.dashboard.needs'), { exact: true })).toBeVisible();
  await expect(step('machine')).toHaveCount(0);
});
