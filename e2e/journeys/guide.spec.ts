import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { type Server, startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speak, speakEnglish, t } from '../kit/texts.ts';

/** The administrators' guide, without the internet: requests to other servers fail the journey. */
test.describe.configure({ mode: 'serial' });

let server: Server;
let page: Page;
let guide: Page;
const elsewhere: string[] = [];
const complaints: string[] = [];

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await page.context().route(
    (url) => url.origin !== server.url && url.protocol.startsWith('http'),
    async (route) => {
      elsewhere.push(route.request().url());
      await route.abort('internetdisconnected');
    },
  );
  page.context().on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await speakEnglish(page);
  await openConsole(page, server);
});
test.afterAll(async () => {
  await page?.context().close();
  await server?.dispose();
});

const title = (shown: Page) => shown.getByRole('heading', { level: 1 });
const opened = async (act: () => Promise<unknown>): Promise<Page> => {
  const [tab] = await Promise.all([page.waitForEvent('popup'), act()]);
  return tab;
};

test('? on the machines page opens the guide to it in a tab of its own, with its picture', async () => {
  guide = await opened(() => page.keyboard.press('?'));
  await expect(title(guide)).toHaveText('Find a machine');
  const picture = guide.getByRole('img', { name: 'The list of machines' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600);
  await expectAccessible(guide);
  await guide.close();
});

test('while the texts load, the page has its heading and its landmark, without an accessibility fault', async () => {
  guide = await page.context().newPage();
  const { promise: texts, resolve: letThrough } = Promise.withResolvers<void>();
  await guide.route(/\/assets\/eng-[^/]+\.js$/, async (route) => {
    await texts;
    await route.continue();
  });
  await guide.goto(`${server.url}/guide/find-a-machine`);
  await expect(
    guide.getByRole('main').getByRole('heading', { level: 1, name: t('palette.guide.title') }),
  ).toBeVisible();
  await expectAccessible(guide);
  letThrough();
  await expect(title(guide)).toHaveText('Find a machine');
  await guide.close();
});

test('the sidebar leads to the guide of each page, at its section', async () => {
  await page.goto(`${server.url}/manage/schedules`);
  guide = await opened(() => page.getByRole('link', { name: t('console.guide.open') }).click());
  await expect(title(guide)).toHaveText('Reboot many machines');
  await expect(guide.getByRole('heading', { name: 'Reboot on a schedule' })).toBeInViewport();
});

test('the guide is searched, read in German, and led through, all without a login elsewhere', async () => {
  await guide.getByRole('searchbox', { name: t('palette.guide.search') }).fill('revoke code');
  await guide.getByRole('link', { name: 'If a code gets into the wrong hands' }).click();
  await expect(title(guide)).toHaveText('Add a machine');
  await expect(guide.getByRole('navigation', { name: t('palette.guide.sections') }).getByRole('link')).toHaveCount(5);
  await speak(guide, 'deu');
  await expect(title(guide)).toHaveText('Ein Gerät hinzufügen');
  await guide.getByRole('link', { name: 'Ein Gerät finden' }).last().click();
  await expect(title(guide)).toHaveText('Ein Gerät finden');
  await speak(guide, 'gsw');
  await expect(title(guide)).toHaveText('Ein Gerät finden');
  await expect(guide.getByRole('searchbox')).toHaveAttribute('placeholder', 'Handbuech durchsueche');
  await speak(guide, 'rus');
  await expect(title(guide)).toHaveText('Find a machine');
  await speak(guide, 'eng');
  await guide.goto(`${server.url}/guide`);
  await expect(guide.getByRole('heading', { name: 'Common tasks' })).toBeVisible();
  await expectAccessible(guide);
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});
