import { FIRST_BOOT_TARGET_MS } from '@berth/contract/limits';
import { expect, type Page, test } from '@playwright/test';
import { apiOf } from '../kit/api.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { signUp } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { type Site, startSite } from '../kit/site.ts';
import { COMPANY, completeWizard, GRACE } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/**
 * Berth's main job: an administrator signs up, a machine registers, and its screen follows what the administrator
 * saves. All steps share one stack and run in this order.
 */
test.describe.configure({ mode: 'serial' });

const SITE_TITLE = 'Train timetable';

let server: Server;
let machine: Machine;
let site: Site;
let admin: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' }, { fresh: true });
  site = await startSite(SITE_TITLE);
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  admin = await context.newPage();
  await speakEnglish(admin);
});

test.afterAll(async () => {
  await admin?.context().close();
  await machine?.dispose();
  await site?.dispose();
  await server?.dispose();
});

/** The home screen's tile of a session. */
const tile = (name: string) =>
  machine.page.getByRole('navigation', { name: t('session.apps') }).getByRole('button', { name, exact: true });

test('a new administrator signs up with the code from the mail', async () => {
  await admin.goto(server.url);
  await signUp(admin, server, GRACE);
  await expect(admin.getByRole('heading', { name: t('console.org.empty.title') })).toBeVisible();
});

test('the administrator creates an organization', async () => {
  await admin.getByRole('button', { name: t('console.org.create') }).click();
  await admin.getByLabel(t('console.org.name')).fill(COMPANY);
  await admin.getByRole('button', { name: t('common.create'), exact: true }).click();
  await expect(admin.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 })).toBeVisible();
  await expect(admin.getByRole('listitem').filter({ hasText: t('machines.dashboard.next.profile') })).toHaveAttribute(
    'aria-current',
    'step',
  );
});

test('a machine registers through its setup wizard', async () => {
  const begun = Date.now();
  machine = await startMachine(server.url);
  await completeWizard(machine, 'Reception');
  await expect(machine.page.getByRole('heading', { name: t('session.empty.title') })).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(FIRST_BOOT_TARGET_MS);
});

test('the console shows the machine online, with the revision it has applied', async () => {
  await admin.goto(`${server.url}/manage/machines?columns=state,revision`);
  await expect(row()).toContainText(t('console.state.online'));
  await expect(row()).toContainText(t('console.revision.current', { revision: 1 }));
});

test('a web app that the administrator adds appears as a tile', async () => {
  await admin.getByRole('link', { name: t('console.nav.profiles') }).click();
  await admin.getByRole('link', { name: 'Unnamed Profile 1' }).click();
  await admin
    .getByRole('navigation', { name: t('console.forms.label') })
    .getByRole('link', { name: t('console.form.webapp') })
    .click();
  await admin.getByRole('button', { name: t('profile.thinhoc.sessions.webapp.add') }).click();
  await admin.getByLabel(label('display_name')).fill('Timetable');
  await admin.getByLabel(label('url')).fill(site.url);
  await admin.getByLabel(label('window_title')).fill(SITE_TITLE);
  await save();
  await expect(tile('Timetable')).toBeVisible();
});

test('a click on the tile opens a real window with the page, in front', async () => {
  await tile('Timetable').click();
  await expect.poll(machine.frontWindow).toContain(SITE_TITLE);
  await expect(tile('Timetable')).toHaveAccessibleDescription(t('session.tile.open'));
});

test('a renamed tile changes on the machine without a reload', async () => {
  await machine.page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await admin.getByLabel(label('display_name')).fill('Departures');
  await save();
  await expect(tile('Departures')).toBeVisible();
  expect(await machine.page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test("the console's reboot command reaches the agent", async () => {
  await admin.goto(`${server.url}/manage/machines?columns=state,revision`);
  await expect(row()).toContainText(t('console.revision.current', { revision: 3 }));
  await row()
    .getByRole('button', { name: t('console.machine.actions', { name: 'Reception' }) })
    .click();
  await admin.getByRole('menuitem', { name: t('machines.action.reboot') }).click();
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: t('machines.action.reboot') })
    .click();
  await machine.agent.line(/"event":"power".*"order":"reboot"/);
});

test('without the cloud the indicator turns red and the home screen stays; both recover automatically', async () => {
  const cloud = machine.page
    .getByRole('list', { name: t('session.network') })
    .getByRole('listitem')
    .filter({ hasText: t('session.network.cloud') });
  await expect(cloud).toContainText(t('session.health.ok'));
  await server.stop();
  await expect(cloud).toContainText(t('session.health.error'));
  await expect(tile('Departures')).toBeVisible();
  await cloud.getByRole('button').click();
  const panel = machine.page.getByRole('dialog', { name: t('screens.connection.title') });
  const [says = ''] = t('screens.connection.cloud.title', { time: '#' }).split('#');
  await expect(panel.getByRole('heading', { name: says })).toBeVisible();
  await expect(panel).toContainText(t('screens.connection.cloud.text'));
  await machine.page.keyboard.press('Escape');
  await server.start();
  await expect(cloud).toContainText(t('session.health.ok'));
  await expect(row()).toContainText(t('console.state.online'));
});

test('a server killed during 50 acknowledged changes has all 50', async () => {
  const acknowledged: string[] = [];
  const api = await apiOf(admin, server);
  const [profile] = await api.profiles();
  for (let change = 1; change <= 60 && acknowledged.length < 50; change++) {
    const name = `Change ${change}`;
    const sent = api.rename(profile.id, name);
    if (change === 25) {
      // The kill comes while a change is in flight: that one may be lost, an acknowledged one never.
      const settled = sent.catch(() => undefined);
      await server.kill();
      await settled;
      await server.start();
      continue;
    }
    await sent;
    acknowledged.push(name);
  }
  await server.kill();
  await server.start();
  const kept = await api.revisionNames(profile.id);
  expect(acknowledged).toHaveLength(50);
  expect(kept).toEqual(expect.arrayContaining(acknowledged));
});

const row = () => admin.getByRole('row').filter({ hasText: 'Reception' });
const label = (field: string) => new RegExp(`^${t(`profile.thinhoc.sessions.webapp.${field}.label`)}`);

async function save(): Promise<void> {
  await admin
    .getByRole('region', { name: t('console.save.label') })
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(admin.getByRole('region', { name: t('console.save.label') })).toBeHidden();
}
