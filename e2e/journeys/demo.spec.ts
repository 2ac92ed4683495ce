import { expect, test } from '@playwright/test';
import { type Server, startServer } from '../kit/server.ts';
import { speakEnglish, t } from '../kit/texts.ts';

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.dispose());

test('a visitor enters the demo without a password, stays in it over a reload, and leaves nothing behind', async ({
  page,
}) => {
  await speakEnglish(page);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/demo/login`);
  await page.getByRole('button', { name: t('identity.demo.enter') }).click();
  await page
    .getByRole('button', { name: 'Harbour Demo' })
    .or(page.getByRole('link', { name: 'Harbour Demo' }))
    .first()
    .click();
  await page.goto(`${server.url}/manage/machines`);
  await expect(page.getByText('Room Elbe')).toBeVisible();
  await expect(page.getByText('Accounting 1')).toBeVisible();
  await expect(page.getByText(t('console.demo'))).toBeVisible();
  await page.reload();
  await expect(page.getByText('Room Elbe')).toBeVisible();
  const own = calls.filter((path) => path.startsWith('/api/') && path !== '/api/demo' && path !== '/api/ping');
  expect(own).toEqual([]);
  expect(calls.some((path) => path.startsWith('/demo/api/'))).toBe(true);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|person|demo/.test(key)))).toEqual(
    [],
  );
});
