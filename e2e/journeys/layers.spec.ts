import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { completeWizard } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** A setting in one place: a layer for all machines, its lock, and why a machine has the value. */
let testConsole: TestConsole | undefined;
let fleet: Running | undefined;
let machine: Machine | undefined;
let server: Server;
let api: Api;
let page: Page;
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Desk');
  ({ server, api, page } = testConsole);
  fleet = await startVirtualMachines(server, api, 1);
});

test.afterAll(async () => {
  await fleet?.end();
  await machine?.dispose();
  await testConsole?.dispose();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.locator('dialog[open]').last();

test('a layer for all machines is created, locked and saved, and the machine says why it has the value', async () => {
  await page
    .getByRole('complementary')
    .getByRole('link', { name: t('console.nav.layers') })
    .click();
  await expect(page.getByText(t('machines.layers.empty.text'))).toBeVisible();
  await expectAccessible(page);
  await button(t('machines.layers.create')).click();
  await dialog().getByLabel(t('common.name')).fill('Keyboards');
  await dialog()
    .getByRole('button', { name: t('common.create') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboards' })).toBeVisible();

  await page.getByLabel(t('console.forms.label')).selectOption('accessibility');
  const keyboard = page.getByRole('switch', { name: t('profile.system.accessibility.osk_enabled.label') });
  await keyboard.press('Space');
  // Beside the field itself, and in the list of what the layer sets.
  const locks = page.getByRole('button', { name: /^Lock .*on-screen keyboard/i });
  await expect(locks).toHaveCount(2);
  await locks.first().click();
  for (const lock of await locks.all()) await expect(lock).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await button(t('common.save')).click();
  await expect(dialog()).toContainText('1 machine gets new values, 1 of them online');
  await expect(dialog().getByRole('row', { name: /On-screen keyboard/ })).toContainText('OffOn1');
  await expectAccessible(page);
  await dialog()
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(page.getByText(t('machines.layers.saved'))).toBeVisible();

  const [profile] = await api.profiles();
  const [machine] = await api.send<{ id: string }[]>('GET', `/organization/${profile?.organizationId}/machines`);
  await page.goto(`${server.url}/manage/machines/${machine?.id}?tab=configuration`);
  const field = page.getByRole('group').filter({ hasText: t('profile.system.accessibility.osk_enabled.label') });
  await field.first().click();
  await expect(page.getByText(t('machines.why.applies'))).toBeVisible();
  await expect(page.getByText('Organization: Keyboards').first()).toBeVisible();
  await expectAccessible(page);
});

test('the profile says which layer decides, and which machines have which value', async () => {
  await page.goto(`${server.url}/manage/profile/${testConsole?.profile}?form=accessibility`);
  const label = t('profile.system.accessibility.osk_enabled.label');
  const mark = page.getByRole('button', { name: new RegExp(`${label} comes from: Locked by layer Keyboards`) });
  await mark.click();
  await expect(dialog().getByRole('listitem').filter({ hasText: 'Organization: Keyboards' })).toContainText('Locked.');
  await expect(dialog().getByText('Keyboards, 1 machine')).toBeVisible();
  await expectAccessible(page);
  await dialog()
    .getByRole('button', { name: t('common.close') })
    .click();
});

test('a layer above says which of its fields a layer below locks', async () => {
  const [profile] = await api.profiles();
  const definition = { system: { accessibility: { osk_enabled: false } } };
  const above = { name: 'Reception', scope: 'tag', tag: 'reception', definition, off: [], locks: [] };
  const layers = `/organization/${profile.organizationId}/layers`;
  const { id } = await api.send<{ id: string }>('POST', layers, above);
  await page.goto(`${server.url}/manage/layers/${id}?form=accessibility`);
  const locked = t('forms.source.locked', { layer: 'Keyboards' });
  await expect(page.getByRole('img', { name: locked })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /On-screen keyboard/ })).toContainText(locked);
  await expectAccessible(page);
  await api.send('DELETE', `${layers}/${id}`);
});

test('a remote desktop from a file is shown line by line, and is in the profile once it is saved', async () => {
  await page.goto(`${server.url}/manage/profile/${testConsole?.profile}`);
  await button(t('console.profile.actions', { name: 'Desk' })).click();
  await page.getByRole('menuitem', { name: t('forms.import.open') }).click();
  const file = 'full address:s:ts.example.org\r\npassword 51:b:0100\r\ngatewayhostname:s:gw.example.org\r\n';
  const choose = (name: string, text: string) =>
    dialog()
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('letter.rdp', 'Dear reader');
  await expect(dialog()).toContainText(t('forms.import.error.unknown-format'));
  await choose('Office.rdp', file);
  await expect(dialog().getByRole('row', { name: /^2 password 51/ })).toContainText(t('forms.import.reason.secret'));
  await expect(dialog().getByRole('row', { name: /^3 gatewayhostname/ })).toContainText(
    t('forms.import.reason.unsupported'),
  );
  await expectAccessible(page);
  await dialog()
    .getByRole('button', { name: t('forms.import.apply') })
    .click();
  await button(t('common.save')).click();
  await expect
    .poll(async () => JSON.stringify(await api.send('GET', `/profiles/${testConsole?.profile}`)))
    .toContain('"default_host":"ts.example.org"');
});

test('a layer switches off one entry of the profile', async () => {
  await page.goto(`${server.url}/manage/layers`);
  await page.getByRole('link', { name: 'Keyboards' }).click();
  await button(t('machines.layers.entry.open')).click();
  await dialog().getByLabel(t('machines.layers.entry.list')).selectOption({ label: 'Remote desktops' });
  await dialog()
    .getByRole('combobox', { name: t('machines.layers.entry.name') })
    .fill('Office');
  await expectAccessible(page);
  await button(t('machines.layers.entry.add')).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Remote desktops › office' });
  await expect(row).toContainText(t('machines.why.off'));
  await row.getByRole('button', { name: /^Remove / }).click();
  await expect(row).toHaveCount(0);
});

test('a tag for selected machines says first what its layer changes on them', async () => {
  const [profile] = await api.profiles();
  const definition = { thinhoc: { customization: { color_primary: '#0b6e4f' } } };
  await api.send('POST', `/organization/${profile.organizationId}/layers`, {
    name: 'Exams',
    scope: 'tag',
    tag: 'exam',
    definition,
    off: [],
    locks: [],
  });
  const [first] = await api.machines();
  await page.goto(`${server.url}/manage/machines`);
  const box = page.getByRole('checkbox', { name: t('machines.select.all') });
  await box.check();
  await button(t('machines.bulk.tags.add')).click();
  await dialog()
    .getByRole('combobox', { name: t('machines.tags.label') })
    .fill('exam');
  await page.keyboard.press('Enter');
  const save = () =>
    dialog()
      .getByRole('button', { name: t('common.save') })
      .click();
  await save();
  await expect(dialog()).toContainText('1 machine gets new values, 1 of them online');
  await expect(dialog()).toContainText(first.name);
  await expect(dialog().getByRole('row', { name: /#0b6e4f/ })).toBeVisible();
  expect((await api.machines()).flatMap(({ tags }) => tags)).toEqual([]);
  await save();
  await expect(page.getByText('1 machine changed.')).toBeVisible();
  expect((await api.machines()).flatMap(({ tags }) => tags)).toEqual(['exam']);
});

test('a layer made by API is on a machine’s screen, and by API says why', async () => {
  machine = await startMachine(server.url);
  await completeWizard(machine, 'Screen');
  const [profile] = await api.profiles();
  const layers = `/organization/${profile.organizationId}/layers`;
  const session = { display_name: 'Timetable', window_title: 'Timetable', url: 'https://trains.example.org/' };
  const definition = { thinhoc: { sessions: { webapp: [session] } } };
  const { id } = await api.send<{ id: string }>('POST', layers, {
    name: 'Trains',
    scope: 'organization',
    definition,
    off: [],
    locks: ['/thinhoc/sessions/webapp/timetable'],
  });
  const tile = machine.page
    .getByRole('navigation', { name: t('session.apps') })
    .getByRole('button', { name: 'Timetable', exact: true });
  await expect(tile).toBeVisible();
  const shown = (await api.machines()).find(({ name }) => name === 'Screen');
  const path = 'sessions.webapp.timetable.url';
  const why = await api.send<{ why: object[] }>('GET', `/machines/${shown?.id}/definition?path=${path}`);
  expect(why.why).toMatchObject([{ value: session.url, source: id, lockedBy: id }]);
  await expect.poll(async () => (await api.machines()).every(({ upToDate }) => upToDate)).toBe(true);
  await api.send('DELETE', `${layers}/${id}`);
  await expect(tile).toBeHidden();
});
