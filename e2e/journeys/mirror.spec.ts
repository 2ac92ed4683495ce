import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { screenFindings } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import {
  askToJoin,
  attack,
  breakableConnection,
  button,
  codeOn,
  expectStatus,
  guestPage,
  guideOf,
  launchGuest,
  playing,
  type Wire,
  wireOf,
} from '../kit/mirroring.ts';
import { startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { speak, t } from '../kit/texts.ts';

/**
 * Guests share their screens on a machine: real browsers with a generated screen to share, the real signaling server,
 * the real kiosk. Serial, because the steps build on each other.
 */
test.describe.configure({ mode: 'serial' });

const exec = promisify(execFile);

let environment: TestEnvironment;
let screen: Page;
let api: Api;
let browsers: Browser[];
let ann: Page;
let ben: Page;
let wire: Wire;
let breakConnection: () => Promise<void>;

test.beforeAll(async ({ browser }) => {
  environment = await startTestEnvironment(browser, 'Reception');
  ({ screen, api } = environment);
  await mirror({ accept_new_connections: 'smart' });
  browsers = await Promise.all([launchGuest(), launchGuest()]);
  const pages = browsers.map((each) => guestPage(each, environment.server.url));
  [ann, ben] = await Promise.all(pages as [Promise<Page>, Promise<Page>]);
  wire = await wireOf(ben);
  breakConnection = await breakableConnection(ben);
});

test.afterAll(async () => {
  for (const browser of browsers ?? []) await browser.close();
  await environment?.dispose();
});

async function mirror(settings: object): Promise<void> {
  const [first] = await api.profiles();
  const thinhoc = { apps: { enabled: ['thinhoc::mirroring'] }, mirror: settings };
  await api.merge(first.id, { definition: { thinhoc } });
}

const tile = (name: string) => screen.getByRole('listitem', { name });
const dialog = () => screen.getByRole('dialog', { name: t('mirror.request.title') });
const onTile = async (name: string, key: string) => {
  await tile(name).hover();
  await tile(name)
    .getByRole('button', { name: t(key), exact: true })
    .click();
};
const shown = (page: Page, place: number, count: number) =>
  expectStatus(page, t('mirror.share.shown', { machine: 'Reception', place, count }));

let firstCode = '';

test('a machine that started without its cloud shows a code once the cloud responds', async () => {
  const config = `${environment.server.url}/config.json`;
  await screen.route(config, (route) => route.abort());
  const attempt = screen.waitForEvent('requestfailed', (request) => request.url() === config);
  await screen.reload();
  await attempt;
  await screen.unroute(config);
  await codeOn(screen);
});

test('on a low screen the share card is one line, and the tiles below it keep the whole width', async () => {
  const size = await screen.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await screen.setViewportSize({ width: 640, height: 360 });
  const main = screen.getByRole('main');
  const first = main.getByRole('listitem').first();
  await expect(async () => {
    const [card, tile, rows] = [
      await guideOf(screen).boundingBox(),
      await first.boundingBox(),
      await main.boundingBox(),
    ];
    expect(rows?.width).toBe(640);
    expect(card?.height).toBeLessThan(100);
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(tile?.y ?? 0);
  }).toPass();
  await expect(first).toBeInViewport({ ratio: 1 });
  await screen.setViewportSize(size);
});

test('the home screen shows URL and code; a guest who enters it asks to join and, once admitted, is on the big screen', async () => {
  await expect(guideOf(screen)).toContainText(`${new URL(environment.server.url).host}/share`);
  await expect(guideOf(screen).getByRole('img', { name: t('mirror.guide.qr') })).toBeVisible();
  firstCode = await codeOn(screen);
  await askToJoin(ann, 'Ann', firstCode);
  await expectStatus(ann, t('mirror.share.waiting', { machine: 'Reception' }));
  await expect(dialog()).toContainText('Ann');
  await button(screen, 'mirror.request.accept').click();
  await expect(screen.getByRole('button', { name: '1 person connected' })).toBeVisible();
  await button(ann, 'mirror.share.choose').click();
  await expect(tile('Ann')).toBeVisible();
  await expect(screen).toHaveURL(/\/mirror$/);
  await expect.poll(() => playing(screen)).toBe(1);
  await shown(ann, 1, 1);
});

test('a used code is refused', async () => {
  await askToJoin(ben, 'Ben', firstCode);
  await expect(ben.getByText(t('mirror.share.badCode'))).toBeVisible();
});

test('a paused guest is marked as paused, on both sides', async () => {
  await button(ann, 'mirror.share.pause').click();
  await expect(tile('Ann')).toContainText(t('mirror.paused'));
  await expectStatus(ann, t('mirror.share.isPaused', { machine: 'Reception' }));
  await button(ann, 'mirror.share.resume').click();
  await expect(tile('Ann')).not.toContainText(t('mirror.paused'));
});

test('a guest is heard until the machine mutes the stream', async () => {
  const loudness = () =>
    tile('Ann')
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.muted);
  await expect.poll(loudness).toBe(false);
  await onTile('Ann', 'mirror.mute');
  await expect.poll(loudness).toBe(true);
});

test('a second guest within the auto-accept window joins without asking, by the URL of the QR code', async () => {
  await button(screen, 'screens.notHere.back').click();
  const code = (await codeOn(screen)).replaceAll(' ', '');
  await ben.goto('about:blank');
  await ben.goto(`${environment.server.url}/share#${code}`);
  await ben.getByLabel(t('mirror.share.name')).fill('Ben');
  await button(ben, 'mirror.share.connect').click();
  await button(ben, 'mirror.share.choose').click();
  await expect(screen.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => playing(screen)).toBe(2);
  await shown(ann, 1, 2);
  await shown(ben, 2, 2);
});

test('streams are reordered by dragging, sorted by name, moved to the front, and one is enlarged', async () => {
  await tile('Ben').dragTo(tile('Ann'));
  await shown(ann, 2, 2);
  await button(screen, 'mirror.arrange').click();
  await shown(ann, 1, 2);
  await onTile('Ben', 'mirror.first');
  await shown(ann, 2, 2);
  await shown(ben, 1, 2);
  await onTile('Ann', 'mirror.spotlight');
  await expectStatus(ann, t('mirror.share.large', { machine: 'Reception' }));
  const [large, small] = [await tile('Ann').boundingBox(), await tile('Ben').boundingBox()];
  expect(large?.width).toBeGreaterThan(2 * (small?.width ?? Infinity));
});

test('peers that guess IDs, send malformed data, flood or use another encoding get an error and are disconnected', async () => {
  const { peerId, signaling, code } = await useCode();
  const eve = await (await browsers[1]?.newContext())?.newPage();
  if (!eve) throw new Error('the browser is gone');
  const hello = (key: string) => JSON.stringify({ type: 'hello', version: 3, name: 'Eve', key });
  const flood = Array.from({ length: 500 }, () => '{"type":"ping"}');
  const refused = (reason: string) => JSON.stringify({ type: 'refused', reason });
  const heard = await attack(eve, { peerId, signaling }, [
    { texts: ['{"type":"reboot"}'] },
    { texts: [hello('1'.repeat(32))] },
    { texts: ['nonsense'] },
    { texts: flood },
    { texts: [hello(code), ...flood] },
    { serialization: 'binary', texts: ['{"type":"reboot"}'] },
  ]);
  const [unknown, guessed, nonsense, flooding, insider, packed] = heard;
  expect(unknown).toEqual(['{"type":"error","error":"unsupported","command":"reboot"}', 'closed']);
  expect(guessed).toEqual([refused('code'), 'closed']);
  expect(nonsense).toEqual([refused('misbehaved'), 'closed']);
  expect(flooding).toEqual([refused('misbehaved'), 'closed']);
  expect(insider?.[0]).toContain('welcome');
  expect(insider?.slice(-2)).toEqual([refused('misbehaved'), 'closed']);
  expect(packed).toEqual([]);
  await eve.close();
  await expect(screen.getByRole('listitem')).toHaveCount(2);
  await expectStatus(ann, t('mirror.share.large', { machine: 'Reception' }));
});

test('a guest whose network fails leaves the screen, sees that, and rejoins without a new code when it returns', async () => {
  await wire.cut();
  await expect(tile('Ben')).toBeHidden({ timeout: 20_000 });
  await expectStatus(ben, t('mirror.share.reconnecting'));
  await expect(tile('Ann')).toBeVisible();
  await wire.mend();
  await expect(tile('Ben')).toBeVisible();
  await expect.poll(() => playing(screen)).toBe(2);
});

test('a guest whose connection breaks is marked as reconnecting, over the last frame, until the next one', async () => {
  const word = t('mirror.reconnecting');
  const seen = await tile('Ben').evaluateHandle((element, text) => {
    const said = { word: false, picture: false };
    new MutationObserver(() => {
      if (!element.textContent?.includes(text)) return;
      said.word = true;
      said.picture ||= (element.querySelector('video')?.videoWidth ?? 0) > 0;
    }).observe(element, { childList: true, subtree: true, characterData: true });
    return said;
  }, word);
  await breakConnection();
  await expect.poll(() => seen.jsonValue()).toEqual({ word: true, picture: true });
  await expect(tile('Ben')).toBeVisible();
  await expect(tile('Ben')).not.toContainText(word);
  await expect.poll(() => playing(screen)).toBe(2);
  await expectStatus(ben, t('mirror.share.shown', { machine: 'Reception', place: 1, count: 2 }));
});

test("after the machine's page crashes, guests rejoin without a new code", async () => {
  // The guest rejoins as soon as the page is back, which may be before a later check begins.
  await Promise.all([expectStatus(ann, t('mirror.share.reconnecting')), screen.reload()]);
  await expect(screen.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => playing(screen)).toBe(2);
});

test('a guest that disappears without closing is removed from the screen', async () => {
  await browsers[1]?.close();
  await expect(tile('Ben')).toBeHidden({ timeout: 20_000 });
  await expect(tile('Ann')).toBeVisible();
});

test('the machine disconnects a guest, who is told, and the home screen returns', async () => {
  await onTile('Ann', 'mirror.end');
  await expect(ann.getByText(t('mirror.share.over.ended'))).toBeVisible();
  await expect(guideOf(screen)).toBeVisible();
});

test('a wall display shows URL, code and QR code large; a guest’s stream replaces them, and they return afterward', async () => {
  await button(screen, 'mirror.wall').click();
  await expect(screen).toHaveURL(/\/mirror\/wall$/);
  await expect(guideOf(screen)).toContainText(`${new URL(environment.server.url).host}/share`);
  await expect(guideOf(screen).getByRole('img', { name: t('mirror.guide.qr') })).toBeVisible();
  expect(await screenFindings(screen)).toEqual([]);
  await button(ann, 'mirror.share.again').click();
  await askToJoin(ann, 'Ann', await codeOn(screen));
  await expect(screen.getByRole('button', { name: t('mirror.wall.here', { names: 'Ann' }) })).toBeVisible();
  await button(ann, 'mirror.share.choose').click();
  await expect.poll(() => playing(screen)).toBe(1);
  await button(ann, 'mirror.share.leave').click();
  await expect(guideOf(screen)).toBeVisible();
  await expect(screen).toHaveURL(/\/mirror\/wall$/);
  await button(screen, 'screens.notHere.back').click();
});

test('the setting “never” asks about every guest, and a declined guest is told', async () => {
  await mirror({ accept_new_connections: 'never' });
  await button(ann, 'mirror.share.again').click();
  await askToJoin(ann, 'Ann', await codeOn(screen));
  await expect(dialog()).toContainText('Ann');
  await button(screen, 'mirror.request.deny').click();
  await expect(ann.getByText(t('mirror.share.over.denied'))).toBeVisible();
});

test('after the home screen’s browser or the agent is killed, an admitted guest rejoins without a new code', async () => {
  const { machine } = environment;
  const killBrowser = () => exec('pkill', ['-KILL', '-f', `remote-debugging-port=${machine.debugPort} `]);
  await button(ann, 'mirror.share.again').click();
  await askToJoin(ann, 'Ann', await codeOn(screen));
  await expect(dialog()).toContainText('Ann');
  await mirror({ accept_new_connections: 'smart' });
  await button(screen, 'mirror.request.accept').click();
  await button(ann, 'mirror.share.choose').click();
  await expect.poll(() => playing(screen)).toBe(1);
  for (const crash of [killBrowser, machine.crashAgent]) {
    await crash();
    screen = await machine.pageNow();
    await expect(tile('Ann')).toBeVisible();
    await expect.poll(() => playing(screen)).toBe(1);
  }
  await button(ann, 'mirror.share.leave').click();
  // The agent's bridge, which is the page's origin, has another port now.
  await speak(screen, 'eng');
});

test('a guest who guesses codes is locked out, and told for how long', async () => {
  for (let guess = 0; guess < 20; guess++) {
    await fetch(`${environment.server.url}/api/p2p-helper/share-otc/1${guess.toString(16).padStart(8, '0')}`);
  }
  await button(ann, 'mirror.share.again').click();
  await askToJoin(ann, 'Ann', await codeOn(screen));
  await expect(ann.getByText(t('mirror.share.locked'))).toBeVisible();
});

/** Redeems a code that someone read over a shoulder. */
async function useCode(): Promise<{ readonly peerId: string; readonly signaling: string; readonly code: string }> {
  await button(screen, 'screens.notHere.back').click();
  const code = (await codeOn(screen)).replaceAll(' ', '');
  const found = await api.send<{ peerId: string; signaling: string }>('GET', `/p2p-helper/share-otc/${code}`);
  await screen.getByRole('button', { name: '2 people connected' }).click();
  return { ...found, code };
}
