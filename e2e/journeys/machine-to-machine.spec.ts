import { expect, type Page, test } from '@playwright/test';
import { airplayStandIn } from '../kit/airplay.ts';
import type { Machine } from '../kit/machine.ts';
import { button, codeOn, expectStatus, playing, wireOf } from '../kit/mirroring.ts';
import { startRegisteredMachine, startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** Two machines of one organization show each other their screens, and call. The second one has camera and microphone. */
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

/** From one machine's home screen: its mirroring screen, the other's code, and what to do there. */
async function go(from: Page, to: Page, what: 'mirror.elsewhere.show' | 'mirror.elsewhere.call'): Promise<void> {
  const code = await codeOn(to);
  await from.getByRole('button', { name: t('mirror.guide.enlarge') }).click();
  await from.getByLabel(t('mirror.elsewhere.code')).fill(code);
  await button(from, what).click();
}

/** Whether the picture changes within a few frames of the screen: black, or a still one, would not. */
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

test('a machine shows its screen on another one, whose code was typed: there it is one picture more', async () => {
  await go(reception, bridge, 'mirror.elsewhere.show');
  await expect(bridge.getByRole('listitem', { name: 'Reception' })).toBeVisible();
  await expect.poll(() => playing(bridge)).toBe(1);
  await expectStatus(reception, t('mirror.share.shown', { machine: 'Bridge', place: 1, count: 1 }));
  const size = await bridge
    .locator('video')
    .evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight]);
  expect(size).toEqual([1280, 720]);
  await button(reception, 'screens.notHere.back').click();
  await reception.getByRole('button', { name: t('mirror.elsewhere.shown', { name: 'Bridge' }) }).click();
  await button(reception, 'mirror.share.stop').click();
  await expect(bridge.getByRole('listitem', { name: 'Reception' })).toBeHidden();
  await button(reception, 'mirror.elsewhere.again').click();
});

test('a call is asked about even where everybody may show a screen; declined, the caller is told', async () => {
  await button(reception, 'screens.notHere.back').click();
  await go(bridge, reception, 'mirror.elsewhere.call');
  await expectStatus(bridge, t('mirror.call.rings', { machine: 'Reception' }));
  const dialog = reception.getByRole('dialog', { name: t('mirror.request.call') });
  await expect(dialog).toContainText('Bridge');
  await button(reception, 'mirror.request.deny').click();
  await expectStatus(bridge, t('mirror.share.over.denied'));
  await button(bridge, 'mirror.elsewhere.again').click();
  await button(bridge, 'screens.notHere.back').click();
});

test('accepted, both see each other; a machine without a camera says so on both, the other one switches its own off and hangs up', async () => {
  await go(bridge, reception, 'mirror.elsewhere.call');
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
  await button(bridge, 'mirror.elsewhere.again').click();
  await button(bridge, 'screens.notHere.back').click();
});

test('the network gone in the middle of a call: both see that, and when it is back the call goes on without being asked about', async () => {
  const wire = await wireOf(bridge, 'peers');
  await go(bridge, reception, 'mirror.elsewhere.call');
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
  await button(bridge, 'mirror.elsewhere.again').click();
  await button(bridge, 'screens.notHere.back').click();
});

test('what comes by AirPlay is one more channel: its PIN is on the guide, and the machine ends it', async () => {
  await mirror({ enabled_features: { airplay: true } });
  const tile = bridge.getByRole('listitem', { name: 'AirPlay' });
  await expect(tile).toBeVisible();
  await expect.poll(() => moves(bridge, t('mirror.pictureOf', { name: 'AirPlay' }))).toBe(true);
  await button(bridge, 'screens.notHere.back').click();
  await expect(bridge.getByText(/^AirPlay: Bridge, PIN \d{4}$/)).toBeVisible();
  await mirror({ enabled_features: { airplay: false } });
  await expect(bridge.getByText(/^AirPlay: /)).toBeHidden();
});
