import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { browserOptions } from '../kit/browser.ts';
import { comeAlongside, settleIn } from '../kit/harbour.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/**
 * Guests show their screens on a machine: real browsers with a made-up screen to share, the real signalling server, the
 * real kiosk. Serial, because a meeting is one story.
 */
test.describe.configure({ mode: 'serial' });

let server: Server;
let machine: Machine;
let screen: Page;
let admin: Page;
let api: Api;
let browsers: Browser[];
let ann: Page;
let ben: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext()).newPage();
  await speakEnglish(admin);
  await settleIn(admin, server);
  machine = await startMachine(server.url);
  screen = machine.page;
  await comeAlongside(machine, 'Reception');
  api = await apiOf(admin, server);
  await mirror({ accept_new_connections: 'smart' });
  const args = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream=display-media-type=monitor'];
  const launch = () => chromium.launch({ ...browserOptions, args: [...(browserOptions.args ?? []), ...args] });
  browsers = await Promise.all([launch(), launch()]);
  [ann, ben] = await Promise.all(browsers.map(guestPage) as [Promise<Page>, Promise<Page>]);
});

test.afterAll(async () => {
  for (const browser of browsers ?? []) await browser.close();
  await admin?.context().close();
  await machine?.dispose();
  await server?.dispose();
});

async function mirror(settings: object): Promise<void> {
  const [first] = await api.profiles();
  const thinhoc = { apps: { enabled: ['thinhoc::mirroring'] }, mirror: settings };
  await api.merge(first.id, { definition: { thinhoc } });
}

async function guestPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await speakEnglish(page);
  await page.goto(`${server.url}/share`);
  return page;
}

const guide = () => screen.getByRole('region', { name: t('mirror.guide.title') });
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });
const tile = (name: string) => screen.getByRole('listitem', { name });
const status = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

/** The code as a person reads it off the screen. */
async function codeOnScreen(): Promise<string> {
  const found = /[1-3][0-9a-f]{2} [0-9a-f]{3} [0-9a-f]{3}/;
  await expect(guide()).toContainText(found);
  return found.exec((await guide().textContent()) ?? '')?.[0] ?? '';
}

async function knock(page: Page, name: string, code: string): Promise<void> {
  await page.getByLabel(t('mirror.share.code')).fill(code);
  await page.getByLabel(t('mirror.share.name')).fill(name);
  await button(page, 'mirror.share.connect').click();
}

/** The pictures that arrive and move, by their guests' names. */
const playing = () =>
  screen
    .locator('video')
    .evaluateAll(
      (videos) =>
        (videos as HTMLVideoElement[]).filter((video) => video.videoWidth > 0).map((video) => video.currentTime > 0)
          .length,
    );

let firstCode = '';

test('the home screen shows address and code; a guest who types it is asked about and, let in, is on the big screen', async () => {
  await expect(guide()).toContainText(`${new URL(server.url).host}/share`);
  await expect(guide().getByRole('img', { name: t('mirror.guide.qr') })).toBeVisible();
  firstCode = await codeOnScreen();
  await knock(ann, 'Ann', firstCode);
  await status(ann, t('mirror.share.waiting', { machine: 'Reception' }));
  const dialog = screen.getByRole('dialog', { name: t('mirror.request.title') });
  await expect(dialog).toContainText('Ann');
  await dialog.getByRole('button', { name: t('mirror.request.accept') }).click();
  await button(ann, 'mirror.share.choose').click();
  await expect(tile('Ann')).toBeVisible();
  await expect(screen).toHaveURL(/\/mirror$/);
  await expect.poll(playing).toBe(1);
  await status(ann, t('mirror.share.shown', { machine: 'Reception', place: 1, count: 1 }));
});

test('a code is good once: the same one again is refused', async () => {
  await knock(ben, 'Ben', firstCode);
  await expect(ben.getByText(t('mirror.share.badCode'))).toBeVisible();
});

test('a paused guest is said to be paused, on both sides', async () => {
  await button(ann, 'mirror.share.pause').click();
  await expect(tile('Ann')).toContainText(t('mirror.paused'));
  await status(ann, t('mirror.share.isPaused', { machine: 'Reception' }));
  await button(ann, 'mirror.share.resume').click();
  await expect(tile('Ann')).not.toContainText(t('mirror.paused'));
});

test('a second guest within the auto-accept window comes in without being asked about, by the address of the QR code', async () => {
  await button(screen, 'screens.notHere.back').click();
  const code = (await codeOnScreen()).replaceAll(' ', '');
  await ben.goto('about:blank');
  await ben.goto(`${server.url}/share#${code}`);
  await ben.getByLabel(t('mirror.share.name')).fill('Ben');
  await button(ben, 'mirror.share.connect').click();
  await button(ben, 'mirror.share.choose').click();
  await expect(screen.getByRole('listitem')).toHaveCount(2);
  await expect.poll(playing).toBe(2);
  await status(ann, t('mirror.share.shown', { machine: 'Reception', place: 1, count: 2 }));
  await status(ben, t('mirror.share.shown', { machine: 'Reception', place: 2, count: 2 }));
});

test('pictures are dragged to change places, and one is shown large', async () => {
  await tile('Ben').dragTo(tile('Ann'));
  await status(ann, t('mirror.share.shown', { machine: 'Reception', place: 2, count: 2 }));
  await tile('Ann').hover();
  await tile('Ann')
    .getByRole('button', { name: t('mirror.spotlight') })
    .click();
  await status(ann, t('mirror.share.large', { machine: 'Reception' }));
  const [large, small] = [await tile('Ann').boundingBox(), await tile('Ben').boundingBox()];
  expect(large?.width).toBeGreaterThan(2 * (small?.width ?? Infinity));
});

test('after the machine has lost its page, guests are back without a new code', async () => {
  await screen.reload();
  await status(ann, t('mirror.share.reconnecting'));
  await expect(screen.getByRole('listitem')).toHaveCount(2);
  await expect.poll(playing).toBe(2);
});

test('a guest who goes without a word is gone from the screen', async () => {
  await browsers[1]?.close();
  await expect(tile('Ben')).toBeHidden({ timeout: 20_000 });
  await expect(tile('Ann')).toBeVisible();
});

test('the machine ends a guest, who is told, and the home screen is back', async () => {
  await tile('Ann').hover();
  await tile('Ann')
    .getByRole('button', { name: t('mirror.end'), exact: true })
    .click();
  await expect(ann.getByText(t('mirror.share.over.ended'))).toBeVisible();
});

test('never asks about everybody, and who is declined is told', async () => {
  await mirror({ accept_new_connections: 'never' });
  await button(ann, 'mirror.share.again').click();
  await knock(ann, 'Ann', await codeOnScreen());
  const dialog = screen.getByRole('dialog', { name: t('mirror.request.title') });
  await dialog.getByRole('button', { name: t('mirror.request.deny') }).click();
  await expect(ann.getByText(t('mirror.share.over.denied'))).toBeVisible();
});
