import { type Browser, expect, type Page, test } from '@playwright/test';
import { startMachine } from '../kit/machine.ts';
import { askToJoin, button, codeOn, guestPage, guideOf, launchGuest, playing } from '../kit/mirroring.ts';
import { completeWizard, startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { speak, t } from '../kit/texts.ts';
import { picture, waitForScale } from './camera.ts';
import { readOptions } from './options.ts';
import { SAMPLE_DEFINITION } from './sample.ts';

/** Screenshots of screen sharing: guests on a machine's screen, a call, the whiteboard. */
const options = readOptions(process.env);
const DISPLAYS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
const CODE = /[1-3][0-9a-f]{2} [0-9a-f]{3} [0-9a-f]{3}/;

test.describe.configure({ mode: 'default', timeout: 900_000 });

let environment: TestEnvironment;
let screen: Page;
let guests: Browser;
let lastCode = '';

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  environment = await startTestEnvironment(browser, 'Reception');
  ({ screen } = environment);
  guests = await launchGuest();
});
test.afterAll(async () => {
  await guests?.close();
  await environment?.dispose();
});
test.afterEach(async () => {
  for (const context of guests.contexts()) await context.close();
  await screen.goto(new URL('/session/local', screen.url()).href);
});

async function allow(mirror: object, isDark = true): Promise<void> {
  const { thinhoc } = SAMPLE_DEFINITION;
  const apps = { enabled: [...thinhoc.apps.enabled, 'thinhoc::mirroring', 'thinhoc::whiteboard'] };
  const system = { customization: { 'global-dark-theme': isDark } };
  for (const { id } of await environment.api.profiles()) {
    await environment.api.merge(id, {
      definition: {
        ...SAMPLE_DEFINITION,
        thinhoc: { ...thinhoc, apps, mirror: { moderated: false, ...mirror } },
        system,
      },
    });
  }
}

async function enlarge(scale: number): Promise<void> {
  const thinhoc = { customization: { scaling_factors: { ui_scaling_factor: scale } } };
  for (const { id } of await environment.api.profiles()) await environment.api.merge(id, { definition: { thinhoc } });
  await waitForScale(screen, scale);
}

async function shotOf(page: Page, name: string, some: Partial<typeof options> = {}): Promise<void> {
  await picture(page, { name }, { ...options, ...some });
  await speak(page, 'eng');
}
const display = (name: string, page = screen, some: Partial<typeof options> = {}) =>
  shotOf(page, `together-${name}`, { sizes: DISPLAYS, ...some });
const guest = (page: Page, name: string) => shotOf(page, `guest-${name}`);

async function comes(name: string): Promise<Page> {
  const page = await guestPage(guests, environment.server.url);
  await askToJoin(page, name, await freshCode());
  return page;
}

/** A code works once; the next one appears a moment later. */
async function freshCode(): Promise<string> {
  const back = button(screen, 'screens.notHere.back');
  if (await back.isVisible()) await back.click();
  await expect.poll(() => codeOn(screen)).not.toBe(lastCode);
  lastCode = await codeOn(screen);
  return lastCode;
}

async function shows(page: Page, count: number): Promise<void> {
  await button(page, 'mirror.share.choose').click();
  await expect.poll(() => playing(screen), { timeout: 40_000 }).toBe(count);
}

test('a guest knocks, is admitted, shares, pauses', async () => {
  await allow({ accept_new_connections: 'never' });
  await codeOn(screen);
  await display('home');
  await guideOf(screen)
    .getByRole('button', { name: t('mirror.guide.enlarge') })
    .click();
  await display('guide');
  await button(screen, 'mirror.wall').click();
  await display('wall');
  await enlarge(2);
  await display('wall-x2');
  await enlarge(1);
  const ann = await guestPage(guests, environment.server.url);
  await ann.getByLabel(t('mirror.share.code')).waitFor();
  await guest(ann, 'code');
  lastCode = await codeOn(screen);
  await askToJoin(ann, 'Ann Example-Bartholomew', lastCode);
  await screen.getByRole('dialog').waitFor();
  await display('request');
  await guest(ann, 'waits');
  await button(screen, 'mirror.request.accept').click();
  await button(ann, 'mirror.share.choose').waitFor();
  await guest(ann, 'in');
  await display('wall-with-guest');
  await shows(ann, 1);
  await display('grid-1');
  await guest(ann, 'shown');
  await button(ann, 'mirror.share.pause').click();
  await guest(ann, 'paused');
  await display('paused');
  await button(screen, 'mirror.endAll').click();
  await ann.getByText(t('mirror.share.over.ended')).waitFor();
  await guest(ann, 'ended');
});

test('a grid of four, one enlarged, with names and waiting guests', async () => {
  await allow({ accept_new_connections: 'always' });
  const names = ['Ann Example-Bartholomew', 'Ben', 'Cleo Montgomery', 'Дарья'];
  for (const [before, name] of names.entries()) {
    await shows(await comes(name), before + 1);
    if (before === 1) await display('grid-2');
  }
  await display('grid-4');
  const ben = screen.getByRole('listitem', { name: 'Ben' });
  await ben.hover();
  await display('grid-4-tools');
  await ben.getByRole('button', { name: t('mirror.spotlight'), exact: true }).click();
  await display('spotlight');
  await button(screen, 'screens.notHere.back').click();
  await display('home-with-guests');
  await allow({ moderated: true });
  for (const name of ['Émile', 'Fatima al-Fihri']) await comes(name);
  await screen
    .getByRole('region', { name: t('mirror.lobby.title') })
    .getByText('Fatima')
    .waitFor();
  await display('lobby');
});

for (const theme of options.themes) {
  test(`the whiteboard with several people drawing, ${theme}`, async () => {
    await allow({ accept_new_connections: 'always' }, theme === 'dark');
    await screen.locator(`html[data-theme="${theme}"]`).waitFor();
    await button(screen, 'session.app.whiteboard').click();
    await button(screen, 'whiteboard.guests').click();
    const guide = screen.getByRole('region', { name: t('whiteboard.guests.guide') });
    await guide.filter({ hasText: CODE }).waitFor();
    await display('board-guide', screen, { themes: [theme] });
    const ann = await guestPage(guests, environment.server.url);
    await ann.emulateMedia({ colorScheme: theme });
    await askToJoin(ann, 'Ann Example-Bartholomew', CODE.exec((await guide.textContent()) ?? '')?.[0] ?? '');
    await button(ann, 'mirror.board.open').click();
    await draw(ann, 250);
    await paste(ann);
    await draw(screen, 420);
    await screen.getByText(t('whiteboard.save.saved'), { exact: true }).waitFor();
    await display('board', screen, { themes: [theme] });
    await shotOf(ann, 'guest-board', { themes: [theme] });
  });
}

test('two machines call each other', async () => {
  await allow({ accept_new_connections: 'never' });
  const second = await startMachine(environment.server.url, '1280x720', {
    browser: ['--use-fake-device-for-media-stream'],
  });
  try {
    const bridge = second.page;
    await completeWizard(second, 'Bridge');
    await guideOf(bridge)
      .getByRole('button', { name: t('mirror.guide.enlarge') })
      .click();
    await bridge.getByLabel(t('mirror.otherScreen.code')).fill(await freshCode());
    await button(bridge, 'mirror.otherScreen.call').click();
    await screen.getByRole('dialog').waitFor();
    await display('call-asked');
    await display('call-rings', bridge);
    await button(screen, 'mirror.request.answer').click();
    await expect.poll(() => playing(bridge)).toBeGreaterThan(1);
    await display('call-from', bridge);
    await display('call-to');
    await button(bridge, 'mirror.call.hangUp').click();
  } finally {
    await second.dispose();
  }
});

async function draw(page: Page, y: number): Promise<void> {
  await page.locator('canvas.interactive').waitFor();
  await page.keyboard.press('p');
  await page.mouse.move(400, y);
  await page.mouse.down();
  await page.mouse.move(700, y + 80, { steps: 8 });
  await page.mouse.up();
  await page.mouse.move(760, y + 40, { steps: 4 });
}

/** Pastes an image at the pointer. */
async function paste(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(640, 400);
    const context = canvas.getContext('2d');
    for (let spot = 0; context && spot < 400; spot++) {
      context.fillStyle = `hsl(${(spot * 137) % 360} 70% 50%)`;
      context.fillRect((spot * 61) % 640, (spot * 97) % 400, 60, 60);
    }
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
}
