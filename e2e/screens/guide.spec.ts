import { expect, test } from '@playwright/test';
import { quickSignUp } from '../kit/quick-sign-up.ts';
import { startServer } from '../kit/server.ts';
import { COMPANY, GRACE } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';
import { renew } from './guide-camera.ts';
import { type SampleConsole, startSampleConsole } from './sample-console.ts';

/** The pictures of docs/guide, which are part of the repository. */
test.describe.configure({ mode: 'default', timeout: 300_000 });

const MACHINES = 12;
const ROOM = 'Lobby';

let stage: SampleConsole;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  stage = await startSampleConsole(browser, MACHINES);
  const { api, profiles } = stage;
  await api.rename(profiles.day, 'Front desk');
  await api.rename(profiles.full, 'Meeting rooms');
  await api.rename(profiles.fresh, 'Warehouse');
});
test.afterAll(() => stage?.dispose());

const button = (key: string) => stage.page.getByRole('button', { name: t(key), exact: true });
const dialog = () => stage.page.locator('dialog[open]');

async function open(path: string): Promise<void> {
  await stage.page.goto(stage.server.url + path);
  await stage.page.getByRole('heading', { level: 1 }).waitFor();
  await expect(stage.page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function openMenu(): Promise<void> {
  await open('/manage/machines');
  await stage.page.getByRole('button', { name: t('console.machine.actions', { name: ROOM }) }).click();
  await stage.page.getByRole('menuitem').first().waitFor();
}

const idOfRoom = async () => (await stage.api.machines()).find(({ name }) => name === ROOM)?.id;

test('create a profile', async ({ page }) => {
  const server = await startServer();
  try {
    await speakEnglish(page);
    await quickSignUp(page.context().request, server, GRACE);
    await page.goto(server.url);
    await page.getByRole('button', { name: t('console.org.create'), exact: true }).click();
    await page.getByLabel(t('console.org.name')).fill(COMPANY);
    await page.getByRole('button', { name: t('common.create'), exact: true }).click();
    await page.getByRole('radio').first().waitFor({ state: 'attached' });
    await renew(page, 'create-a-profile');
  } finally {
    await page.context().close();
    await server.dispose();
  }
});

test('add a machine', async () => {
  await open('/manage/enrollment');
  await button('machines.enrollment.make').click();
  await dialog().waitFor();
  await renew(stage.page, 'add-a-machine');
});

test('find a machine', async () => {
  await open('/manage/machines');
  await stage.page.getByRole('searchbox').fill('ham');
  await expect(stage.page.getByRole('row', { name: ROOM })).toHaveCount(0);
  await renew(stage.page, 'find-a-machine');
});

test('add a web app', async () => {
  await open(`/manage/profile/${stage.profiles.day}?form=sessions/webapp`);
  await button('profile.thinhoc.sessions.webapp.add').waitFor();
  await renew(stage.page, 'add-a-web-app');
});

test('assign a profile', async () => {
  await openMenu();
  await stage.page.getByRole('menuitem', { name: t('console.machine.assign') }).click();
  await dialog().waitFor();
  await renew(stage.page, 'assign-a-profile');
});

test('reboot a machine', async () => {
  await openMenu();
  await renew(stage.page, 'reboot-a-machine');
});

test('reboot many machines', async () => {
  await open('/manage/machines');
  await stage.page.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await button('machines.bulk').click();
  await stage.page.getByRole('menuitem').first().waitFor();
  await renew(stage.page, 'reboot-many-machines');
});

test('read logs', async () => {
  const id = await idOfRoom();
  await stage.api.send('POST', `/machines/${id}/triggerUpdate`);
  await open(`/manage/machines/${id}?tab=logs`);
  await expect(stage.page.getByText(t('console.logs.empty'))).toHaveCount(0);
  await renew(stage.page, 'read-logs');
});

test('remote control', async () => {
  await open(`/manage/machines/${await idOfRoom()}/remote`);
  await stage.page.getByLabel(t('remote.reason')).fill('SD-4711');
  await renew(stage.page, 'remote-control');
});

test('invite a colleague', async () => {
  await open('/manage/users');
  await button('console.invite.submit').click();
  await dialog().getByLabel(t('console.invite.label')).fill('ada@partner.example');
  await renew(stage.page, 'invite-a-colleague');
});
