import { expect, type Page, test } from '@playwright/test';
import { type Api, apiWith } from '../kit/api.ts';
import { labeled } from '../kit/form-steps.ts';
import { logIn } from '../kit/person.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { GRACE } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** Two administrators change the same settings, and each keeps what they did. The other one uses the API here. */
test.describe.configure({ mode: 'serial' });

let console: TestConsole;
let page: Page;
let colleague: Api;
let organization: string;

test.beforeAll(async ({ browser }) => {
  console = await startTestConsole(browser, 'Lobby');
  page = console.page;
  organization = (await console.api.profiles())[0].organizationId;
  const scopes = ['profile.read', 'profile.write', 'auth.read', 'auth.write'];
  const wanted = { name: 'Colleague', scopes, expiresAt: null };
  const made = await console.api.send<{ key: string }>('POST', `/organizations/${organization}/api-keys`, wanted);
  colleague = apiWith(made.key, console.server);
});

test.afterAll(async () => console?.dispose());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const saveButton = () => button(t('common.save'));
const enabled = () => page.getByRole('switch', { name: t('profile.thinhoc.screensaver.enabled.label') });

/** Comes back to the tab, where everything shown is loaded again once it is no longer fresh. */
async function returnToTab(path: RegExp): Promise<void> {
  let isLoaded = false;
  page.on('requestfinished', (request) => {
    isLoaded ||= request.method() === 'GET' && path.test(request.url());
  });
  const isLoadedAgain = async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    return isLoaded;
  };
  await expect.poll(isLoadedAgain).toBe(true);
}

test('changes that come back after a login are not put over a newer revision unasked', async () => {
  const { server, profile } = console;
  await page.goto(`${server.url}/manage/profile/${profile}?form=screensaver`);
  await enabled().press('Space');
  await expect(enabled()).toBeChecked();
  await console.api.send('POST', '/account/sessions/end-all', { keepCurrent: false });
  await saveButton().click();
  await expect(page.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  await colleague.merge(profile, { definition: { thinhoc: { screensaver: { show_after: 90 } } } });
  await logIn(page, GRACE);
  await expect(page.getByText(t('console.unsaved.restored'))).toBeVisible();
  await saveButton().click();
  const dialog = page.getByRole('alertdialog', { name: t('console.conflict.title') });
  await dialog.getByRole('button', { name: t('console.conflict.mine') }).click();
  await saveButton().click();
  await expect(page.getByText(t('console.save.done', { revision: 3 }))).toBeVisible();
});

test('a layer saved over a colleague’s change keeps both', async () => {
  const { server } = console;
  const layers = `/organization/${organization}/layers`;
  const layer = await colleague.send<{ id: string }>('POST', layers, {
    name: 'Keys',
    scope: 'organization',
    definition: {},
    off: [],
    locks: [],
  });
  const path = `${layers}/${layer.id}`;
  await page.goto(`${server.url}/manage/layers/${layer.id}?form=screensaver`);
  await enabled().press('Space');
  await expect(enabled()).toBeChecked();
  const definition = { thinhoc: { screensaver: { show_after: 90 } } };
  const content = { name: 'Keys', definition, off: [], locks: [] };
  await colleague.send('PUT', path, content, { 'if-match': '"1"' });
  await returnToTab(new RegExp(`${path}$`));
  await expect(enabled()).toBeChecked();
  await saveButton().click();
  const dialog = page.getByRole('alertdialog', { name: t('console.conflict.title') });
  await dialog.getByRole('button', { name: t('console.conflict.mine') }).click();
  await saveButton().click();
  await expect(page.getByText(t('machines.layers.saved'))).toBeVisible();
  expect(await colleague.send('GET', path)).toMatchObject({
    definition: { thinhoc: { screensaver: { enabled: true, show_after: 90 } } },
  });
});

test('login settings being changed stay when a colleague saves theirs', async () => {
  const { server } = console;
  await page.goto(`${server.url}/manage/authentication`);
  const tenant = labeled(page.getByRole('main'), t('profile.organization-auth.azure-ad.tenant.label'));
  await page.getByRole('switch', { name: t('profile.organization-auth.azure-ad.enabled.label') }).press('Space');
  await tenant.fill('mine.example');
  await colleague.changeLogins(organization, { ldap: { url: 'ldaps://theirs.example' } });
  await returnToTab(/\/auth$/);
  await expect(tenant).toHaveValue('mine.example');
  await saveButton().click();
  const dialog = page.getByRole('alertdialog', { name: t('console.conflict.title') });
  await dialog.getByRole('button', { name: t('console.conflict.mine') }).click();
  await saveButton().click();
  await expect(page.getByText(t('members.auth.saved'))).toBeVisible();
  expect(await colleague.send('GET', `/organizations/${organization}/auth`)).toMatchObject({
    data: { 'azure-ad': { tenant: 'mine.example' }, ldap: { url: 'ldaps://theirs.example' } },
  });
});

test('a save whose reply was lost is no conflict with a colleague', async () => {
  const { server, profile } = console;
  await colleague.merge(profile, { definition: { thinhoc: { screensaver: { enabled: true } } } });
  await page.goto(`${server.url}/manage/profile/${profile}?form=screensaver`);
  await expect(enabled()).toBeChecked();
  await enabled().press('Space');
  await expect(enabled()).not.toBeChecked();
  const ofProfile = `**/api/profiles/${profile}`;
  let lost = 0;
  await page.route(ofProfile, async (route) => {
    if (route.request().method() !== 'PATCH' || lost > 0) return route.continue();
    lost = (await route.fetch()).status();
    return route.abort();
  });
  await saveButton().click();
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: t('common.ok'), exact: true })
    .click();
  expect(lost).toBe(200);
  await saveButton().click();
  await expect(page.getByText(t('console.save.unsaved'), { exact: true })).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await page.unroute(ofProfile);
  await page.reload();
  await expect(enabled()).not.toBeChecked();
});
