import { expect, type Page, test } from '@playwright/test';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { COMPANY } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** A person works in two organizations: the frame and the page always show the same one. */
test.describe.configure({ mode: 'serial' });

const OTHER = 'Branch Office';
const PROFILE = 'Reading room';

let console: TestConsole;
let page: Page;

test.beforeAll(async ({ browser }) => {
  console = await startTestConsole(browser, PROFILE);
  page = console.page;
  await console.api.send('POST', '/organizations', { name: OTHER });
  await page.reload();
});

test.afterAll(async () => console?.dispose());

const frame = (tab: Page) => tab.getByRole('complementary');
const menu = (tab: Page) => frame(tab).getByRole('button', { name: t('console.nav.switch') });
const switchTo = async (tab: Page, name: string) => {
  await menu(tab).click();
  await tab.getByRole('menuitem', { name, exact: true }).click();
};
const go = (tab: Page, key: string) =>
  frame(tab)
    .getByRole('link', { name: t(key), exact: true })
    .click();

test('a tab stays in its organization while another tab changes to another', async () => {
  await expect(menu(page)).toContainText(COMPANY);
  const second = await page.context().newPage();
  await second.goto(`${console.server.url}/manage/machines`);
  await switchTo(second, OTHER);
  await expect(menu(second)).toContainText(OTHER);
  await go(page, 'console.nav.profiles');
  await expect(page.getByRole('main').getByRole('link', { name: PROFILE })).toBeVisible();
  await expect(menu(page)).toContainText(COMPANY);
  await page.reload();
  await expect(page.getByRole('main').getByRole('link', { name: PROFILE })).toBeVisible();
  await expect(menu(page)).toContainText(COMPANY);
  await second.close();
});

test('the menu changes the organization from the organization’s own page', async () => {
  await go(page, 'console.nav.organization');
  await expect(page.getByRole('heading', { name: COMPANY, level: 1 })).toBeVisible();
  await switchTo(page, OTHER);
  await expect(page.getByRole('heading', { name: t('console.machines.title'), level: 1 })).toBeVisible();
  await expect(menu(page)).toContainText(OTHER);
});

test('a link to a profile of another organization opens it in that organization', async () => {
  await switchTo(page, OTHER);
  await expect(menu(page)).toContainText(OTHER);
  await page.goto(`${console.server.url}/manage/profile/${console.profile}`);
  await expect(page.getByRole('heading', { name: PROFILE, level: 1 })).toBeVisible();
  await expect(menu(page)).toContainText(COMPANY);
});

test('who stays for unsaved changes stays in the organization', async () => {
  await page.getByRole('switch', { name: t('profile.system.customization.global-dark-theme.label') }).press('Space');
  await switchTo(page, OTHER);
  await page.getByRole('button', { name: t('console.unsaved.stay') }).click();
  await expect(menu(page)).toContainText(COMPANY);
});
