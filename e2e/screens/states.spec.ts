import { expect, type Locator, test } from '@playwright/test';
import { speak, t } from '../kit/texts.ts';
import { picture } from './camera.ts';
import { fill } from './filling.ts';
import { readOptions } from './options.ts';
import { type SampleConsole, startSampleConsole } from './sample-console.ts';

/** Screenshots of intermediate states of the console: dialogs, confirmations, progress, undo. */
const options = readOptions(process.env);
const MACHINES = 24;

test.describe.configure({ mode: 'default', timeout: 300_000 });

let stage: SampleConsole;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  stage = await startSampleConsole(browser, MACHINES);
  await fill(stage, stage.server.url);
});
test.afterAll(() => stage?.dispose());

async function open(path: string): Promise<void> {
  await stage.page.setViewportSize({ width: 1280, height: 720 });
  await stage.page.goto(stage.server.url + path);
  await stage.page.getByRole('heading', { level: 1 }).waitFor();
  await expect(stage.page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function shot(name: string): Promise<void> {
  await picture(stage.page, { name: `state-${name}` }, options);
  await stage.page.setViewportSize({ width: 1280, height: 720 });
  await speak(stage.page, 'eng');
}
const button = (key: string) => stage.page.getByRole('button', { name: t(key), exact: true });
const item = (key: string) => stage.page.getByRole('menuitem', { name: t(key), exact: true });
const saveOption = async (key: string): Promise<void> => {
  await button('console.save.more').click();
  await item(key).click();
};
const dialog = (): Locator => stage.page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const rows = (): Locator => stage.page.getByRole('table', { name: t('console.machines.title') }).locator('tbody tr');

test('machines: a view with tag and search, and its bulk actions', async () => {
  await open('/manage/machines?tag=Hamburg&q=o&sort=lastSeen&columns=profile,tags,lastSeen');
  await stage.page.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await shot('machines-view');
  await button('machines.bulk').click();
  await shot('bulk-menu');
  await item('machines.action.reboot').click();
  await shot('bulk-question');
});

test('machines: an update for all in progress, then canceled', async () => {
  await open('/manage/machines');
  await stage.page.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await button('machines.bulk').click();
  await item('machines.action.trigger-update').click();
  await dialog().getByRole('button').last().click();
  const progress = stage.page.getByRole('region', { name: t('machines.progress.label') });
  await progress.waitFor();
  await shot('bulk-progress');
  const cancel = progress.getByRole('button', { name: t('machines.progress.cancel') });
  // All may be done before the click.
  if (await cancel.isVisible()) await cancel.click({ timeout: 5_000 }).catch(() => undefined);
  await shot('bulk-cancelled');
});

test('machines: a rename can be undone', async () => {
  await open('/manage/machines');
  await rows()
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await shot('machine-menu');
  await item('common.rename').click();
  await dialog().getByLabel(t('common.name')).fill('Partner');
  await shot('prompt');
  await inDialog('common.rename').click();
  await button('console.undo').waitFor();
  await shot('undo');
});

test('the palette, the keys and the tour', async () => {
  await open('/manage/machines');
  await stage.page.keyboard.press('Control+k');
  await dialog().getByRole('combobox').fill('re');
  await shot('palette');
  await stage.page.keyboard.press('Escape');
  await stage.page.keyboard.press('Control+/');
  await shot('shortcuts');
  await stage.page.keyboard.press('Escape');
  await stage.page.getByRole('button', { name: new RegExp(`^${t('console.account.menu')}`) }).click();
  await item('console.account.tour').click();
  const card = stage.page.getByRole('dialog', { name: t('palette.tour') });
  for (let step = 0; step < 3; step++) await card.getByRole('button', { name: t('common.next') }).click();
  await shot('tour');
});

test('a schedule whose window is open, and its history', async () => {
  await open('/manage/schedules');
  await button('machines.schedules.make').click();
  await dialog().getByLabel(t('common.name')).fill('Now');
  const days = dialog().getByRole('group', { name: t('machines.schedules.days') });
  for (const box of await days.getByRole('checkbox').all()) await box.check();
  const opened = new Date(Date.now() - 60_000).toTimeString().slice(0, 5);
  await dialog().getByLabel(t('machines.schedules.time')).fill(opened);
  await shot('schedule');
  await inDialog('common.save').click();
  await stage.page.getByRole('button', { name: t('machines.schedules.runsOf', { name: 'Now' }) }).click();
  await shot('schedule-runs');
});

test('an API key is created and shown once', async () => {
  await open('/manage/api-keys');
  await button('keys.make').click();
  await shot('api-key');
  await dialog().getByLabel(t('common.name')).fill('Report');
  await dialog().getByRole('checkbox').first().check();
  await inDialog('keys.make').click();
  await expect(dialog()).toContainText(t('keys.made.title'));
  await shot('api-key-shown');
});

test('the audit log, searched, with an entry open', async () => {
  await open('/manage/audit?q=machines');
  await stage.page.getByRole('main').getByRole('button', { expanded: false }).last().click();
  await shot('audit-search');
});

test('billing: usage and details; people: an invitation', async () => {
  await open('/manage/billing');
  await button('billing.usage.open').click();
  await dialog().getByRole('row').nth(1).waitFor();
  await shot('usage');
  await open('/manage/users');
  await button('console.invite.submit').click();
  await shot('invite');
});

test('a profile: pending changes, errors, two revisions side by side, a rollout to start', async () => {
  const { day } = stage.profiles;
  await stage.api.merge(day, { definition: { thinhoc: { customization: { color_primary: '#0b7285' } } } });
  await open(`/manage/profile/${day}?form=history`);
  await button('console.history.compare').last().click();
  await stage.page.getByRole('table').waitFor();
  await shot('compare');
  await open(`/manage/profile/${day}?form=accessibility`);
  await stage.page.locator('[data-path$="osk_enabled"]').getByRole('switch').press('Space');
  await saveOption('console.impact.open');
  await dialog().getByRole('row').nth(1).waitFor();
  await shot('impact');
  await stage.page.keyboard.press('Escape');
  await saveOption('rollouts.open');
  await shot('rollout-start');
  await stage.page.keyboard.press('Escape');
});

test('the preview at a portrait screen, dark', async () => {
  await open(`/manage/profile/${stage.profiles.day}?form=customization`);
  await button('console.preview.show').first().click();
  await stage.page.frameLocator('iframe').getByRole('button', { name: 'Timetable' }).waitFor();
  await stage.page.getByLabel(t('console.preview.screen')).selectOption('1080 × 1920');
  const preview = stage.page.getByRole('region', { name: t('console.preview.title'), exact: true });
  await preview.getByLabel(t('common.theme')).selectOption('light');
  await shot('preview-portrait');
});
