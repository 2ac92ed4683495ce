import { expect, test } from '@playwright/test';
import { type Server, startServer } from '../kit/server.ts';

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.dispose());

test("the API's pages load from the server alone, and a call can be tried in them", async ({ page }) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol, href } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.url) elsewhere.push(href);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const ways = page.waitForResponse('**/.well-known/openid-configuration', { timeout: 120_000 });
  await page.goto(`${server.url}/docs#/service/service.ping`);
  // The viewer learns last how one signs in, after it went through the whole document: it is busy until then.
  await ways;
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.locator('.live-responses-table')).toContainText('"status": "ok"');
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});
