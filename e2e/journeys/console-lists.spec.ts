import { expect, type Page, test } from '@playwright/test';
import { startVirtualMachines } from '../kit/fleet.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** An organization with more machines, profiles and changes than fit in the window. */
test.describe.configure({ mode: 'serial' });

const MACHINES = 40;

let stack: TestConsole;
let page: Page;

test.beforeAll(async ({ browser }) => {
  stack = await startTestConsole(browser, 'Reception');
  page = stack.page;
  await page.setViewportSize({ width: 1280, height: 600 });
  const fleet = await startVirtualMachines(stack.server, stack.api, MACHINES);
  await fleet.end();
  const machines = await stack.api.machines();
  await Promise.all(machines.map(({ id }, index) => stack.api.nameMachine(id, `Room ${100 + index}`)));
  for (let index = 0; index < 20; index++) await stack.api.createProfile(`Ward ${10 + index}`);
});

test.afterAll(() => stack?.dispose());

const main = () => page.getByRole('main');
const side = () => page.getByRole('navigation', { name: t('console.nav.label') });
const nav = (key: string) => side().getByRole('link', { name: t(key), exact: true });
const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
const open = async (path: string, title: string): Promise<void> => {
  await page.goto(stack.server.url + path);
  await expect(heading(t(title))).toBeVisible();
};

test('the list of machines keeps filter, selection and position on Back and through links', async () => {
  await open('/manage/machines', 'console.machines.title');
  await main().getByRole('searchbox').fill('Room');
  await expect(page).toHaveURL(/q=Room/);
  await main().getByRole('checkbox', { name: 'Room 100', exact: false }).first().check();
  const table = main().getByRole('table', { name: t('console.machines.title') });
  await table.hover();
  const row = main().getByRole('link', { name: 'Room 125', exact: true });
  await expect(async () => {
    await page.mouse.wheel(0, 300);
    await expect(row).toBeInViewport({ timeout: 200 });
  }).toPass();
  const expectKept = async (): Promise<void> => {
    await expect(heading(t('console.machines.title'))).toBeVisible();
    await expect(row).toBeInViewport();
    await expect(main().getByRole('searchbox')).toHaveValue('Room');
    await expect(main().getByText('1 selected')).toBeVisible();
  };
  await row.click();
  await expect(heading('Room 125')).toBeVisible();
  await page.goBack();
  await expectKept();
  await row.click();
  await main()
    .getByRole('link', { name: t('console.machines.title'), exact: true })
    .click();
  await expectKept();
  await nav('console.nav.profiles').click();
  await expect(heading(t('console.profiles.title'))).toBeVisible();
  await nav('console.nav.machines').click();
  await expectKept();
  await nav('console.nav.machines').click();
  await expect(page).toHaveURL(/\/manage\/machines$/);
  await expect(main().getByRole('searchbox')).toHaveValue('');
});

test('a long page keeps its position on Back and through links, also after a reload', async () => {
  await open('/manage/profiles', 'console.profiles.title');
  const last = main().getByRole('link', { name: 'Ward 29', exact: true });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  const top = () => page.evaluate(() => scrollY);
  const before = await top();
  expect(before).toBeGreaterThan(100);
  await last.click();
  await expect(heading('Ward 29')).toBeVisible();
  expect(await top()).toBe(0);
  await page.goBack();
  await expect.poll(top).toBe(before);
  await last.click();
  await main()
    .getByRole('link', { name: t('console.profiles.title'), exact: true })
    .click();
  await expect.poll(top).toBe(before);
  await page.reload();
  await expect.poll(top).toBe(before);
});

test('the audit log keeps its search and the open entries', async () => {
  await open('/manage/audit', 'audit.title');
  await main().getByRole('searchbox').fill('Ward 12');
  await expect(page).toHaveURL(/Ward/);
  const entry = main().getByRole('button', { name: t('audit.action.profiles.create') });
  await expect(entry).toHaveCount(1);
  await entry.click();
  await main().getByRole('link', { name: 'Ward 12' }).click();
  await expect(heading('Ward 12')).toBeVisible();
  await nav('console.nav.audit').click();
  await expect(main().getByRole('searchbox')).toHaveValue('Ward 12');
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
});

test('a long text pasted into the search leaves a page that can be loaded again', async () => {
  await open('/manage/machines', 'console.nav.machines');
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.keyboard.insertText('a '.repeat(10_000));
  await expect(page).toHaveURL(/\?q=a/);
  await page.reload();
  await expect(heading(t('console.nav.machines'))).toBeVisible();
  await expect(search).toHaveValue(/^a a/);
});
