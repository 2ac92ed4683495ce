import { WEEKDAYS } from '@berth/contract/rules/time-zones';
import type { Running } from '@berth/testing/process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** Lists that an administrator edits: app instances, layouts of the Info Section, command schedules. */
test.describe.configure({ mode: 'serial' });

const CONFERENCE = 'thinhoc::video-conference';

let testConsole: TestConsole | undefined;
let server: Server;
let fleet: Running | undefined;
let page: Page;
let api: Api;
let profile: string;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Desk');
  ({ server, page, api, profile } = testConsole);
});

test.afterAll(async () => {
  await fleet?.end();
  await testConsole?.dispose();
});

const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const dialog = (): Locator => page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const open = (form: string) => page.goto(`${server.url}/manage/profile/${profile}?form=${form}`);
const field = (path: string) => page.locator(`[data-path="${path}"]`);
const remove = (name: string) => page.getByRole('button', { name: t('forms.list.remove', { name }), exact: true });
const preview = () => page.frameLocator(`iframe[title="${t('console.preview.title')}"]`);
const save = async (): Promise<void> => {
  await button('common.save').click();
  await expect(page.getByText('unsaved change')).toHaveCount(0);
};
const definition = async () =>
  (
    await api.send<{
      definition: {
        thinhoc: {
          apps: { instances: Record<string, { name?: string; further?: { name: string; settings: object }[] }> };
          autostart: object[];
          customization: { dashboard: { autoplay: object; layouts: { name: string }[] } };
        };
      };
    }>('GET', `/profiles/${profile}`)
  ).definition.thinhoc;

test('an app has several instances, each with its name, settings and tile', async () => {
  await open('app-manager');
  const name = t(`apps.${CONFERENCE}.name`);
  await page.getByRole('switch', { name, exact: true }).press('Space');
  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: t('apps.settings') })
    .click();
  await field('name').getByRole('textbox').fill('Bridge');
  await field('settings.ROOM').getByRole('textbox').fill('bridge');
  for (const [index, room] of ['Galley', 'Engine'].entries()) {
    await button('profile.app-settings.further.add').click();
    await field(`further.${index}.name`).getByRole('textbox').fill(room);
    await field(`further.${index}.settings.ROOM`).getByRole('textbox').fill(room.toLowerCase());
  }
  await expectAccessible(page);
  await button('console.preview.show').click();
  for (const tile of ['Bridge', 'Galley', 'Engine']) {
    await expect(preview().getByRole('button', { name: tile })).toBeVisible();
  }
  await save();
  await api.merge(profile, {
    definition: { thinhoc: { autostart: [{ session_type: 'webapp', session_index: 2, app_instance: CONFERENCE }] } },
  });

  await open('app-manager');
  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: t('apps.settings') })
    .click();
  await remove('Galley').click();
  await page.getByRole('button', { name: /^Engine/ }).click();
  await field('further.0.name').getByRole('textbox').fill('Engine room');
  await save();
  const { apps, autostart } = await definition();
  expect(apps.instances[CONFERENCE]).toMatchObject({
    name: 'Bridge',
    settings: { ROOM: 'bridge' },
    further: [{ name: 'Engine room', settings: { ROOM: 'engine', PROTOCOL: 'https' } }],
  });
  // Autostart still opens the engine room, at its new place.
  expect(autostart).toMatchObject([{ session_index: 1, app_instance: CONFERENCE }]);
});

test('the Info Section has several layouts that rotate automatically, in a custom order', async () => {
  // Without its app, neither machines nor the preview show the section.
  await api.merge(profile, {
    definition: { thinhoc: { apps: { enabled: [CONFERENCE, 'thinhoc::dashboard'] } } },
  });
  await open('dashboard');
  const add = button('profile.thinhoc.customization.dashboard.layouts.add');
  for (const [index, name] of ['Morning', 'Evening'].entries()) {
    await add.click();
    await field(`layouts.${index}.name`).getByRole('textbox').fill(name);
    await page
      .getByRole('button', { name: t('forms.widget.add', { kind: t('forms.widget.kind.qr') }), exact: true })
      .click();
    await page.getByRole('textbox', { name: t('profile.widget.qr.title.label') }).fill(`${name} code`);
  }
  await field('autoplay.enabled').getByRole('switch').press('Space');
  await field('autoplay.duration').locator('input').fill('1');
  await page.getByRole('button', { name: t('forms.list.moveUp', { name: 'Evening' }), exact: true }).click();
  await button('console.preview.show').click();
  await expect(preview().getByText('Evening code')).toBeVisible();
  await expect(preview().getByText('Morning code')).toBeVisible();
  await expectAccessible(page);
  await save();
  const { dashboard } = (await definition()).customization;
  expect(dashboard.layouts.map(({ name }) => name)).toEqual(['Evening', 'Morning']);
  expect(dashboard.autoplay).toEqual({ enabled: true, duration: 1 });
});

test('a schedule is created, runs in its window, is changed, turned off and deleted', async () => {
  fleet = await startVirtualMachines(server, api, 2);
  await page
    .getByRole('complementary')
    .getByRole('link', { name: t('console.nav.schedules') })
    .click();
  await expect(page.getByText(t('machines.schedules.empty.text'))).toBeVisible();
  await expectAccessible(page);
  await button('machines.schedules.make').click();
  await inDialog('common.save').click();
  await expect(dialog().getByText(t('common.required'))).toBeVisible();
  await dialog().getByLabel(t('common.name')).fill('Ahoy');
  await dialog().getByLabel(t('machines.schedules.command')).selectOption('notify');
  await dialog().getByLabel(t('machines.action.notify.label')).fill('The store closes at noon.');
  const days = dialog()
    .getByRole('group', { name: t('machines.schedules.days') })
    .getByRole('checkbox');
  for (const box of await days.all()) await box.check();
  expect(await days.count()).toBe(WEEKDAYS.length);
  const opens = new Date(Date.now() - 60_000);
  const time = `${String(opens.getHours()).padStart(2, '0')}:${String(opens.getMinutes()).padStart(2, '0')}`;
  await dialog().getByLabel(t('machines.schedules.time')).fill(time);
  const atOnce = dialog().getByRole('checkbox', { name: /^Starts now/ });
  await expect(atOnce).toBeChecked();
  await atOnce.uncheck();
  await expect(dialog().getByText(/^First run: /)).toBeVisible();
  await atOnce.check();
  await expectAccessible(page);
  await inDialog('common.save').click();
  const row = page.getByRole('table', { name: t('machines.schedules.title') }).locator('tbody tr');
  await expect(row).toContainText('Ahoy');
  await expect(row).toContainText(time);
  await expect(row).toContainText(/Now, until/);
  await expectAccessible(page);

  await page.getByRole('button', { name: t('machines.schedules.runsOf', { name: 'Ahoy' }) }).click();
  await expect(dialog()).toContainText('2 of 2 done');
  await expectAccessible(page);
  await inDialog('common.close').click();

  await page.getByRole('button', { name: t('machines.schedules.editOf', { name: 'Ahoy' }) }).click();
  await dialog().getByLabel(t('machines.schedules.when')).selectOption('once');
  await dialog().getByLabel(t('machines.schedules.date')).fill('2030-12-24');
  await inDialog('common.save').click();
  await expect(row).toContainText('24 Dec 2030');
  await page.getByRole('switch', { name: t('machines.schedules.enabled', { name: 'Ahoy' }) }).press('Space');
  await expect(row).toContainText(t('machines.schedules.off'));
  await page.getByRole('button', { name: t('machines.schedules.deleteOf', { name: 'Ahoy' }) }).click();
  await inDialog('common.delete').click();
  await expect(page.getByText(t('machines.schedules.empty.text'))).toBeVisible();
});
