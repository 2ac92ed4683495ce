import { expect, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { type Server, startServer } from '../kit/server.ts';

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.dispose());

test('the API pages load from the server alone, and can run a call', async ({ page }) => {
  const elsewhere: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol, href } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.url) elsewhere.push(href);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(`${server.url}/docs#100%`);
  await page.goto(`${server.url}/docs#service.ping`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status')).toContainText('"status": "ok"');
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the API pages are accessible, and find and open any call directly', async ({ page }) => {
  await page.goto(`${server.url}/docs`);
  await page.getByLabel('Find a call').fill('machines.listOfOrganization');
  const call = page.locator('details:visible', { hasText: '/api/organization/{orgId}/machines' }).first();
  await call.locator('summary').first().click();
  await page.getByLabel('orgId (path)').fill('00000000-0000-4000-8000-000000000000');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status')).toContainText('401');
  await expectAccessible(page);
  await page.getByLabel('Find a call').fill('');
  for (const name of ['profiles.change', 'machineActions.shellCommand', 'debugFiles.upload']) {
    await page.goto(`${server.url}/docs#${name}`);
    await expect(page.locator(`[id="${name}"]`).getByRole('button', { name: 'Send' })).toBeVisible();
  }
  await expectAccessible(page);
});
