import { expect, type Locator, type Page, test } from '@playwright/test';
import { apiOf } from '../kit/api.ts';
import { type Server, startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** Search fields on a computer that is 6 times slower; the one of the machines is tested with machines. */
test.describe.configure({ mode: 'serial' });

const THROTTLE = 6;
/** Time between two letters of a quick typist. */
const DELAY_MS = 40;
const WORDS = 'reception 17 west wing';

let server: Server;
let page: Page;
let profile: string;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await speakEnglish(page);
  await openConsole(page, server);
  profile = (await (await apiOf(page, server)).createProfile('Front desk')).id;
});
test.afterAll(async () => {
  await page?.context().close();
  await server?.dispose();
});

const searchbox = () => page.getByRole('searchbox').first();
const palette = async () => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  return page.getByRole('combobox');
};

const FIELDS: Readonly<Record<string, { path: () => string; field: () => Promise<Locator> }>> = {
  'the palette': { path: () => '/manage/machines', field: palette },
  'a profile’s settings': { path: () => `/manage/profile/${profile}`, field: async () => searchbox() },
  'the audit log': { path: () => '/manage/audit', field: async () => searchbox() },
  'the guide': {
    path: () => '/guide',
    field: async () => page.getByRole('searchbox', { name: t('palette.guide.search') }),
  },
};

for (const [where, { path, field }] of Object.entries(FIELDS)) {
  test(`the search of ${where} keeps every letter`, async () => {
    await page.goto(server.url + path());
    const search = await field();
    await search.waitFor();
    const slow = await page.context().newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    await search.pressSequentially(WORDS, { delay: DELAY_MS });
    await expect(search).toHaveValue(WORDS);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await slow.detach();
  });
}

test('a link pressed right after typing is followed, although its page loads slowly', async () => {
  await page.route('**/assets/schedules-page-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto(`${server.url}/manage/audit`);
  await searchbox().fill(WORDS);
  await page.getByRole('link', { name: t('console.nav.schedules'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('console.nav.schedules') })).toBeVisible();
  await page.goBack();
  await expect(searchbox()).toHaveValue(WORDS);
});
