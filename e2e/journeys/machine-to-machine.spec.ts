import { airplayStandIn } from '@berth/testing/airplay';
import { expect, type Page, test } from '@playwright/test';
import type { Machine } from '../kit/machine.ts';
import {
  askToJoin,
  button,
  codeOn,
  expectStatus,
  guestPage,
  guideOf,
  launchGuest,
  playing,
  wireOf,
} from '../kit/mirroring.ts';
import { startRegisteredMachine, startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** Two machines of one organization share screens and call each other. The second one has a camera and a microphone. */
test.describe.configure({ mode: 'serial' });

let environment: TestEnvironment;
let second: Machine;
let airplay: Awaited<ReturnType<typeof airplayStandIn>>;
let reception: Page;
let bridge: Page;

test.beforeAll(async ({ browser }) => {
  environment = await startTestEnvironment(browser, 'Reception');
  airplay = await airplayStandIn();
  second = await startRegisteredMachine(environment.server, environment.api, 'Bridge', {
    browser: ['--use-fake-device-for-media-stream'],
    env: airplay.env,
  });
  [reception, bridge] = [environment.screen, second.page];
  await mirror({ accept_new_connections: 'always' });
});

test.afterAll(async () => {
  await second?.dispose();
  await airplay?.dispose();
  await environment?.dispose();
});

async function mirror(settings: object): Promise<void> {
  for (const { id } of await environment.api.profiles()) {
    const thinhoc = { apps: { enabled: ['thinhoc::mirroring'] }, mirror: settings };
    await environment.api.merge(id, { definition: { thinhoc } });
  }
}

/** From one machine's home screen: opens mirroring, enters the other machine's code, and picks an action. */
async function go(from: Page, to: Page, what: 'mirror.otherScreen.show' | 'mirror.otherScreen.call'): Promise<void> {
  const code = await codeOn(to);
  await from.getByRole('button', { name: t('mirror.guide.enlarge') }).click();
  await from.getByLabel(t('mirror.otherScreen.code')).fill(code);
  await button(from, what).click();
}

/** Whether the video changes within a few frames; a black or frozen one does not. */
const moves = (page: Page, label: string) =>
  page.getByLabel(label).evaluate(async (picture: HTMLVideoElement | HTMLCanvasElement) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const look = () => {
      context?.drawImage(picture, 0, 0, 64, 36);
      return context?.getImageData(0, 0, 64, 36).data.join() ?? '';
    };
    const before = look();
    for (let frame = 0; frame < 30 && look() === before; frame++) await new Promise(requestAnimationFrame);
    return look() !== before;
  });

test('a machine shares its screen on another one by typed code, as one more video there', async () => {
  await go(reception, bridge, 'mirror.otherScreen.show');
  await expect(bridge.getByRole('listitem', { name: 'Reception' })).toBeVisible();
  await expect.poll(() => playing(bridge)).toBe(1);
  await expectStatus(reception, t('mirror.share.shown', { machine: 'Bridge', place: 1, count: 1 }));
  const size = await bridge
    .locator('video')
    .evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight]);
  expect(size).toEqual([1280, 720]);
  await button(reception, 'screens.notHere.back').click();
  await reception.getByRole('button', { name: t('mirror.otherScreen.shown', { name: 'Bridge' }) }).click();
  await button(reception, 'mirror.share.stop').click();
  await expect(bridge.getByRole('listitem', { name: 'Reception' })).toBeHidden();
  await button(reception, 'mirror.otherScreen.again').click();
});

test('a call asks for consent even where mirroring needs none; the caller is told when declined', async () => {
  await button(reception, 'screens.notHere.back').click();
  await go(bridge, reception, 'mirror.otherScreen.call');
  await expectStatus(bridge, t('mirror.call.rings', { machine: 'Reception' }));
  const dialog = reception.getByRole('dialog', { name: t('mirror.request.call') });
  await expect(dialog).toContainText('Bridge');
  await button(reception, 'mirror.request.deny').click();
  await expectStatus(bridge, t('mirror.share.over.denied'));
  await button(bridge, 'mirror.otherScreen.again').click();
  await button(bridge, 'screens.notHere.back').click();
});

test('accepted, both see each other; both show that a machine has no camera; the other turns its own off and hangs up', async () => {
  await go(bridge, reception, 'mirror.otherScreen.call');
  await button(reception, 'mirror.request.answer').click();
  await expectStatus(bridge, t('mirror.call.with', { name: 'Reception' }));
  await expect(reception.getByText(t('mirror.call.none.camera'))).toBeVisible();
  await expectStatus(bridge, t('mirror.call.theirs.camera.none'));
  await expect.poll(() => moves(reception, t('mirror.pictureOf', { name: 'Bridge' }))).toBe(true);
  await expect.poll(() => playing(bridge)).toBeGreaterThan(1);
  await button(bridge, 'mirror.call.off.camera').click();
  await expect.poll(() => moves(reception, t('mirror.pictureOf', { name: 'Bridge' }))).toBe(false);
  await expectStatus(reception, t('mirror.call.theirs.camera.off'));
  await button(bridge, 'mirror.call.hangUp').click();
  await expect(reception.getByRole('listitem', { name: 'Bridge' })).toBeHidden();
  await button(bridge, 'mirror.otherScreen.again').click();
  await button(bridge, 'screens.notHere.back').click();
});

test('a network outage during a call shows on both sides, and the call resumes without asking again', async () => {
  const wire = await wireOf(bridge, 'peers');
  await go(bridge, reception, 'mirror.otherScreen.call');
  await button(reception, 'mirror.request.answer').click();
  await expectStatus(bridge, t('mirror.call.with', { name: 'Reception' }));
  await expect.poll(() => playing(reception)).toBeGreaterThan(0);
  await wire.cut();
  await expect(reception.getByRole('listitem', { name: 'Bridge' })).toBeHidden();
  await expectStatus(bridge, t('mirror.share.reconnecting'));
  await wire.mend();
  await expectStatus(bridge, t('mirror.call.with', { name: 'Reception' }));
  await expect.poll(() => moves(reception, t('mirror.pictureOf', { name: 'Bridge' }))).toBe(true);
  await expect.poll(() => playing(bridge)).toBeGreaterThan(1);
  await button(bridge, 'mirror.call.hangUp').click();
  await expect(reception.getByRole('listitem', { name: 'Bridge' })).toBeHidden();
  await button(bridge, 'mirror.otherScreen.again').click();
  await button(bridge, 'screens.notHere.back').click();
});

test('AirPlay is one more channel: its PIN is on the guide, and the machine can end it', async () => {
  await mirror({ enabled_features: { airplay: true } });
  const tile = bridge.getByRole('listitem', { name: 'AirPlay' });
  await expect(tile).toBeVisible();
  await expect.poll(() => moves(bridge, t('mirror.pictureOf', { name: 'AirPlay' }))).toBe(true);
  await button(bridge, 'screens.notHere.back').click();
  await expect(bridge.getByText(/^AirPlay: Bridge, PIN \d{4}$/)).toBeVisible();

  // Without guests by browser, the code is gone and opens nothing, and returns with them.
  const code = await codeOn(bridge);
  await mirror({ enabled_features: { airplay: true, native: false } });
  await expect(bridge.getByText(/^AirPlay: Bridge, PIN \d{4}$/)).toBeVisible();
  await expect(guideOf(bridge)).not.toContainText(code);
  const browser = await launchGuest();
  const guest = await guestPage(browser, environment.server.url);
  await askToJoin(guest, 'Ann', code);
  await expect(guest.getByText(t('mirror.share.over.lost'))).toBeVisible();
  await mirror({ enabled_features: { airplay: true, native: true } });
  await guest.goto(`${environment.server.url}/share`);
  await askToJoin(guest, 'Ann', await codeOn(bridge));
  await expect(guest.getByText(t('mirror.share.connected', { machine: 'Bridge' }))).toBeVisible();
  await browser.close();
  await mirror({ enabled_features: { airplay: false } });
  await expect(bridge.getByText(/^AirPlay: /)).toBeHidden();
});
