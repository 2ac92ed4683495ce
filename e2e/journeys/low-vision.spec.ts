import { expect, type Locator, type Page, test } from '@playwright/test';
import { startVirtualMachines } from '../kit/fleet.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** A console in a contrast theme of the system, and magnified four times (WCAG 2.2, 1.4.1 and 1.4.10). */
test.describe.configure({ mode: 'default' });

let stage: TestConsole;
let page: Page;

test.beforeAll(async ({ browser }) => {
  stage = await startTestConsole(browser, 'Lobby');
  page = stage.page;
});
test.afterAll(() => stage?.dispose());

const background = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

test('a contrast theme shows whether a switch is on, and which page and tab are open', async () => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto(`${stage.server.url}/manage/profile/${stage.profile}`);
  const control = page.getByRole('main').getByRole('switch').first();
  const track = control.locator('xpath=following-sibling::*[1]');
  await track.waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  const before = await track.screenshot();
  await control.press('Space');
  await page.getByRole('heading', { level: 1 }).click();
  expect((await track.screenshot()).equals(before)).toBe(false);
  await control.press('Space');

  const navigation = page.getByRole('navigation', { name: t('console.nav.label') });
  const [open, other] = [t('console.nav.profiles'), t('console.nav.layers')].map((name) =>
    navigation.getByRole('link', { name, exact: true }),
  );
  if (!open || !other) throw new Error('The navigation has two links');
  await page.goto(`${stage.server.url}/manage/profiles`);
  await other.waitFor();
  expect(await background(open)).not.toBe(await background(other));
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
});

test('magnified four times, nothing covers the head of the list of machines, and its rows can be reached', async () => {
  const fleet = await startVirtualMachines(stage.server, stage.api, 3);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${stage.server.url}/manage/machines`);
  const add = page.getByRole('link', { name: t('machines.add'), exact: true });
  const search = page.getByRole('searchbox');
  await search.waitFor();
  const boxes = await Promise.all([add, search].map((element) => element.boundingBox()));
  const [above, below] = boxes;
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  const last = page.getByRole('row').last().getByRole('link');
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await fleet.end();
});
