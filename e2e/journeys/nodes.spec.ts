import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { type Nodes, startNodes } from '../kit/nodes.ts';
import { logIn } from '../kit/person.ts';
import { COMPANY, GRACE, signUpWithOrganization } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/**
 * The console part of the main job on two nodes over one PostgreSQL and one NATS, behind a round-robin balancer: users
 * notice neither the second node nor the death of one.
 */
test.describe.configure({ mode: 'serial' });

const MACHINES = 6;

let nodes: Nodes;
let admin: Page;
let api: Api;
let fleet: Running | undefined;

test.beforeAll(async ({ browser }) => {
  nodes = await startNodes(2, { BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(admin);
});

test.afterAll(async () => {
  await admin?.context().close();
  await fleet?.end();
  await nodes?.dispose();
});

const rows = () => admin.getByRole('table', { name: t('console.machines.title') }).locator('tbody tr');
const online = () => rows().filter({ hasText: t('console.state.online') });
const region = () => admin.getByRole('region', { name: t('console.save.label') });

test('on two nodes, an administrator signs up and creates an organization', async () => {
  await signUpWithOrganization(admin, nodes.server);
  api = await apiOf(admin, nodes.server);
  const [organization] = await api.send<[{ id: string; name: string }]>('GET', '/organizations');
  expect(organization.name).toBe(COMPANY);
  await api.send('POST', '/profiles', { name: 'Front desk', organizationId: organization.id });
});

test('on two nodes, machines at either are online in one list', async () => {
  fleet = await startVirtualMachines(nodes.server, api, MACHINES);
  await admin.goto(`${nodes.server.url}/manage/machines`);
  await expect(online()).toHaveCount(MACHINES);
});

test('on two nodes, a change saved at one reaches the machines of both', async () => {
  await admin.getByRole('link', { name: t('console.nav.profiles') }).click();
  await admin.getByRole('link', { name: 'Front desk' }).click();
  await admin
    .getByRole('navigation', { name: t('console.forms.label') })
    .getByRole('link', { name: t('console.form.webapp') })
    .click();
  await admin.getByRole('button', { name: t('profile.thinhoc.sessions.webapp.add') }).click();
  const field = (name: string) =>
    admin.getByLabel(new RegExp(`^${t(`profile.thinhoc.sessions.webapp.${name}.label`)}`));
  await field('display_name').fill('Timetable');
  await field('url').fill('https://timetable.example');
  await field('window_title').fill('Timetable');
  await region()
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(region()).toBeHidden();
  await fleet?.line(new RegExp(`"applied":{"2":${MACHINES}}`));
  await admin.goto(`${nodes.server.url}/manage/machines?columns=state,revision`);
  await expect(rows().filter({ hasText: t('console.revision.current', { revision: 2 }) })).toHaveCount(MACHINES);
});

test('on two nodes, a command reaches each machine wherever it is connected', async () => {
  const [{ organizationId }] = await api.profiles();
  const filter = JSON.stringify({ where: { online: true } });
  await api.send('POST', `/organization/${organizationId}/commands`, { type: 'notify', msg: 'Hello', filter });
  await fleet?.line(new RegExp(`"commands":${MACHINES}\\b`));
});

test('when one of two nodes is killed, the console keeps working and its machines reconnect to the other', async () => {
  await nodes.nodes[0]?.kill();
  await admin.reload();
  await expect(online()).toHaveCount(MACHINES);
  await admin.getByRole('link', { name: t('console.nav.profiles') }).click();
  await expect(admin.getByRole('link', { name: 'Front desk' })).toBeVisible();
  await nodes.nodes[0]?.start();
  const other = await (await admin.context().browser()?.newContext())?.newPage();
  if (!other) throw new Error('no browser');
  await speakEnglish(other);
  await other.goto(nodes.server.url);
  await logIn(other, GRACE);
  await expect(other.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 })).toBeVisible();
  await other.context().close();
});
