import { test } from '@playwright/test';
import { quickSignUp } from '../kit/quick-sign-up.ts';
import { type Server, startServer } from '../kit/server.ts';
import { COMPANY, GRACE } from '../kit/test-environment.ts';
import { speak, speakEnglish, t } from '../kit/texts.ts';
import { picture } from './camera.ts';
import { readOptions } from './options.ts';

/** Screenshots of a new organization: login, three steps, and the dialogs that make what is missing. */
const options = readOptions(process.env);

let server: Server;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.dispose());

test('first minute: login, steps, code without a profile, this computer', async ({ page }) => {
  await speakEnglish(page);
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
  const shot = async (name: string): Promise<void> => {
    await picture(page, { name: `first-${name}` }, options);
    await page.setViewportSize({ width: 1280, height: 720 });
    await speak(page, 'eng');
  };
  await page.goto(server.url);
  await page.getByLabel(t('identity.email')).waitFor();
  await shot('login');
  await quickSignUp(page.context().request, server, GRACE);
  await page.goto(server.url);
  await button('console.org.create').click();
  await page.getByLabel(t('console.org.name')).fill(COMPANY);
  await button('common.create').click();
  await page.getByRole('radio').first().waitFor({ state: 'attached' });
  await shot('kiosk');
  await page.getByText(t('machines.start.desktop'), { exact: true }).click();
  await shot('desktop');
  await page.goto(`${server.url}/manage/enrollment`);
  await button('machines.enrollment.make').click();
  await page.locator('dialog[open]').waitFor();
  await shot('code');
  await page.goto(`${server.url}/manage/overview`);
  await page.getByText(t('machines.start.empty'), { exact: true }).click();
  await button('console.profile.create').click();
  await button('machines.start.here').waitFor();
  await shot('machine');
  await button('machines.start.here').click();
  await page.locator('dialog[open]').waitFor();
  await shot('here');
});
