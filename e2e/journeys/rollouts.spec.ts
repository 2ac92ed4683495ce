import type { Running } from '@berth/testing/process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** A change that reaches virtual machines group by group, and one that is rolled back. */
test.describe.configure({ mode: 'serial' });

const MACHINES = 4;
const PROFILE = 'Front desk';

let testConsole: TestConsole | undefined;
let server: Server;
let fleet: Running;
let page: Page;
let api: Api;
let profile: string;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, PROFILE);
  ({ server, page, api, profile } = testConsole);
  fleet = await startVirtualMachines(server, api, MACHINES);
  const [machine] = await api.machines();
  await api.send('PUT', `/machines/${machine.id}/tags`, { tags: ['lobby'] });
});

test.afterAll(async () => {
  await fleet?.end();
  await testConsole?.dispose();
});

const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const dialog = (): Locator => page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const groups = (): Locator => page.getByRole('main').getByRole('list').getByRole('listitem');
const state = (name: string) =>
  page
    .getByRole('banner')
    .or(page.locator('header'))
    .getByText(t(`rollouts.state.${name}`));

/** Changes the profile and opens the rollout dialog. */
async function changeAndStage(): Promise<void> {
  await page.goto(`${server.url}/manage/profile/${profile}?form=accessibility`);
  await page.locator('[data-path$="osk_enabled"]').getByRole('switch').press('Space');
  await button('console.save.more').click();
  await page.getByRole('menuitem', { name: t('rollouts.open') }).click();
  await expect(dialog()).toContainText(t('rollouts.start.title'));
}

test('a change reaches the machines with a tag first, then all others', async () => {
  await changeAndStage();
  await expect(dialog()).toContainText(`${MACHINES} machines get this revision.`);
  await expectAccessible(page);
  await dialog()
    .getByRole('button', { name: t('rollouts.group.remove', { number: 2 }) })
    .click();
  await dialog().getByLabel(t('rollouts.group.of'), { exact: true }).selectOption('lobby');
  await dialog().getByLabel(t('rollouts.group.share')).fill('0');
  await inDialog('rollouts.start').click();
  await expect(dialog().getByRole('alert')).toHaveText(t('rollouts.start.incomplete'));
  await dialog().getByLabel(t('rollouts.group.share')).fill('100');
  await dialog().getByLabel(t('rollouts.soak'), { exact: true }).selectOption('0');
  await inDialog('rollouts.start').click();

  const heading = t('rollouts.of', { name: PROFILE, revision: 2 });
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expect(state('finished')).toBeVisible();
  await expect(groups()).toHaveCount(2);
  await expect(groups().first()).toContainText(t('rollouts.group.tag', { tag: 'lobby' }));
  await expect(groups().first()).toContainText('1 succeeded');
  await expect(groups().last()).toContainText(t('rollouts.group.rest'));
  await expect(groups().last()).toContainText(`${MACHINES - 1} succeeded`);
  // Time and person, with nothing between them at the end of a line.
  const started = page
    .locator('dl > div')
    .filter({ hasText: t('rollouts.started') })
    .locator('dd');
  expect(await started.innerText()).toMatch(/[0-9]\n\S+@\S+$/);
  await expectAccessible(page);
});

test('a rollout is paused, resumed, advanced by hand and rolled back', async () => {
  await changeAndStage();
  await dialog().getByLabel(t('rollouts.soak'), { exact: true }).selectOption('3600');
  await dialog().getByLabel(t('rollouts.note')).fill('Keyboards for the counter');
  await inDialog('rollouts.start').click();
  await expect(state('running')).toBeVisible();
  await expect(groups().first()).toContainText('1 applied, being watched');
  await button('rollouts.pause').click();
  await expect(state('paused')).toBeVisible();

  await page.goto(`${server.url}/manage/profile/${profile}`);
  await expect(page.getByText(t('rollouts.notice.paused', { revision: 3, group: 1, groups: 3 }))).toBeVisible();
  await page.getByRole('link', { name: t('rollouts.notice.open'), exact: true }).click();
  await button('rollouts.resume').click();
  await expect(state('running')).toBeVisible();
  await button('rollouts.advance').click();
  await inDialog('rollouts.advance').click();
  await expect(groups().nth(0)).toContainText(t('rollouts.group.finished'));
  await expect(groups().nth(1)).toContainText(t('rollouts.group.running'));

  await button('rollouts.cancel').click();
  await expect(dialog()).toContainText('revision 2');
  await inDialog('rollouts.cancel').click();
  await expect(state('returned')).toBeVisible();
  await expect(page.getByText(/^Rolled back manually\./)).toBeVisible();
  await expect(page.getByText('Keyboards for the counter')).toBeVisible();
  expect(await api.profiles()).toMatchObject([{ revision: 4 }]);
  await expectAccessible(page);
});

test('rollouts are found in the palette, and those of one profile in its menu', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(t('console.nav.rollouts'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: t('rollouts.title'), level: 1 })).toBeVisible();
  const rows = page.getByRole('table', { name: t('rollouts.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(t('rollouts.state.returned'));
  await expect(rows.last()).toContainText(t('rollouts.state.finished'));
  await expectAccessible(page);

  await page.goto(`${server.url}/manage/profile/${profile}`);
  await page.getByRole('button', { name: t('console.profile.actions', { name: PROFILE }) }).click();
  await page.getByRole('menuitem', { name: t('console.nav.rollouts') }).click();
  await rows.first().getByRole('link', { name: PROFILE }).click();
  await expect(state('returned')).toBeVisible();
});

test('an earlier revision is restored in stages from the history', async () => {
  await page.goto(`${server.url}/manage/profile/${profile}?form=history`);
  const revision = page.getByRole('listitem').filter({ hasText: t('console.profile.revision', { revision: 3 }) });
  await revision.getByRole('button', { name: t('rollouts.open') }).click();
  await inDialog('rollouts.start').click();
  const heading = t('rollouts.of', { name: PROFILE, revision: 5 });
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
});

test('a change of a layer reaches the machines with a tag first, and the layer is locked meanwhile', async () => {
  const [machine] = await api.machines();
  const draft = { name: 'Keyboards', scope: 'organization', definition: {}, off: [], locks: [] };
  const orgId = machine.organizationId;
  const { id: layer } = await api.send<{ id: string }>('POST', `/organization/${orgId}/layers`, draft);
  await page.goto(`${server.url}/manage/layers/${layer}?form=accessibility`);
  await page.getByRole('switch', { name: t('profile.system.accessibility.osk_enabled.label') }).press('Space');
  await button('console.save.more').click();
  await page.getByRole('menuitem', { name: t('rollouts.open') }).click();
  await expect(dialog()).toContainText(`${MACHINES} machines get this revision.`);
  await dialog().getByLabel(t('rollouts.group.of'), { exact: true }).first().selectOption('lobby');
  await dialog().getByLabel(t('rollouts.group.share')).first().fill('100');
  await dialog().getByLabel(t('rollouts.soak'), { exact: true }).selectOption('3600');
  await inDialog('rollouts.start').click();
  await expect(page.getByRole('heading', { name: t('rollouts.of', { name: 'Keyboards', revision: 2 }) })).toBeVisible();
  await expect(groups().first()).toContainText('1 applied, being watched');
  await expect(page.getByRole('row', { name: /On-screen keyboard/ })).toContainText('On');
  await expectAccessible(page);

  await page.getByRole('main').getByRole('link', { name: 'Keyboards' }).click();
  const notice = t('rollouts.notice.running', { revision: 2, group: 1, groups: 3 });
  await expect(page.getByText(notice)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: t('rollouts.notice.open'), exact: true }).click();
  for (const _ of [1, 2, 3]) {
    await button('rollouts.advance').click();
    await inDialog('rollouts.advance').click();
    await expect(dialog()).toHaveCount(0);
  }
  await expect(state('finished')).toBeVisible();

  await page.goto(`${server.url}/manage/rollouts`);
  await page.getByLabel(t('rollouts.target')).selectOption('Keyboards');
  const rows = page.getByRole('table', { name: t('rollouts.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(t('rollouts.state.finished'));
});
