import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Server, startServer } from '../kit/server.ts';
import { speakEnglish, t } from '../kit/texts.ts';

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.dispose());

test('a visitor enters the demo without a password, stays in it after a reload, and leaves no data behind', async ({
  page,
}) => {
  await speakEnglish(page);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/session/login?demo`);
  await expect(page.getByRole('button', { name: t('identity.demo.enter') })).toBeVisible();
  await page.goto(`${server.url}/demo/login`);
  await page.getByRole('button', { name: t('identity.demo.enter') }).click();
  await expect(page.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 })).toBeVisible();
  await page.goto(`${server.url}/manage/machines`);
  await expect(page.getByText('Room 2')).toBeVisible();
  await expect(page.getByText('Accounting 1')).toBeVisible();
  await expect(page.getByText(t('console.demo'))).toBeVisible();
  // The buttons are side by side, or stacked in a narrow window; they never overlap.
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    expect(await gapBetween(noticeButton(page, 'console.account.tour'), noticeButton(page, 'console.demo.leave'))).toBe(
      8,
    );
  }
  await page.reload();
  await expect(page.getByText('Room 2')).toBeVisible();
  await page.getByRole('link', { name: 'Front desk 1', exact: true }).click();
  await expect(page.getByRole('img', { name: t('machines.live.alt', { name: 'Front desk 1' }) })).toBeVisible();
  const own = calls.filter((path) => path.startsWith('/api/') && path !== '/api/demo' && path !== '/api/ping');
  expect(own).toEqual([]);
  expect(calls.some((path) => path.startsWith('/demo/api/'))).toBe(true);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|person|demo/.test(key)))).toEqual(
    [],
  );
});

/** A button of the notice above every demo page. */
function noticeButton(page: Page, name: 'console.account.tour' | 'console.demo.leave'): Locator {
  return page
    .getByRole('status')
    .filter({ hasText: t('console.demo') })
    .getByRole('button', { name: t(name) });
}

/** Distance between two elements, horizontal or vertical; negative if they overlap. */
async function gapBetween(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('not shown');
  return Math.round(Math.max(b.x - a.x - a.width, b.y - a.y - a.height));
}
