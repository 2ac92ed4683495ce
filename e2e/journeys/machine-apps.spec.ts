import { expect, type Page, test } from '@playwright/test';
import { expectAccessibleScreen, smallTargets } from '../kit/accessibility.ts';
import { askToJoin, codeOn, guestPage, guideOf, launchGuest } from '../kit/mirroring.ts';
import { startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** The apps that are screens of the session itself, on a machine with its real parts. */
test.describe.configure({ mode: 'serial' });

let environment: TestEnvironment;
let server: TestEnvironment['server'];
let admin: TestEnvironment['admin'];
let api: TestEnvironment['api'];
let screen: TestEnvironment['screen'];

test.beforeAll(async ({ browser }) => {
  environment = await startTestEnvironment(browser, 'Meeting room');
  ({ server, admin, api, screen } = environment);
});

test.afterAll(() => environment?.dispose());

/** Changes the machine's profile, as the console does. */
async function profile(definition: object): Promise<void> {
  const [first] = await api.profiles();
  await api.merge(first.id, { definition });
}

async function drawLine(page = screen, from = { x: 500, y: 250 }): Promise<void> {
  const canvas = page.locator('canvas.interactive');
  await expect(canvas).toBeVisible();
  await page.keyboard.press('l');
  await canvas.hover({ position: from });
  await page.mouse.down();
  await page.mouse.move(800, 400, { steps: 5 });
  await page.mouse.up();
}

const IMAGE_TOOL = "label:has([data-testid='toolbar-image'])";

/** Pastes an image of 300 by 200 pixels at the pointer. */
const pastePicture = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(300, 200);
    const context = canvas.getContext('2d');
    // Neither black nor white: one of them is the background of a dark board.
    if (context) context.fillStyle = '#c2255c';
    context?.fillRect(0, 0, 300, 200);
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });

/** Number of pixels on a board that are not background. */
const inked = (page: Page) =>
  page.locator('canvas.static').evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const { data } = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
    const pixels = new Uint32Array(Uint8Array.from(data).buffer);
    return pixels.filter((pixel) => pixel !== pixels[0]).length;
  });

test('the whiteboard is drawn on, saved on the machine, and restored after a page reload', async () => {
  const strange: string[] = [];
  const own = new URL(screen.url()).origin;
  screen.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${own}/`)) strange.push(request.url());
  });
  await profile({ thinhoc: { apps: { enabled: ['thinhoc::whiteboard'] } } });
  await screen.getByRole('button', { name: t('session.app.whiteboard'), exact: true }).click();
  const saved = screen.getByText(t('whiteboard.save.saved'), { exact: true });
  const picture = screen.getByRole('button', { name: t('whiteboard.picture') });
  await expect(picture).toBeDisabled();
  await drawLine();
  await expect(picture).toBeEnabled();
  await expect(saved).toBeVisible();
  await expectAccessibleScreen(screen, '.excalidraw');
  await screen.reload();
  // An image can be made only of a board with content.
  await expect(picture).toBeEnabled();
  await screen.getByRole('button', { name: t('whiteboard.home') }).click();
  await expect(screen.getByRole('navigation', { name: t('session.apps') })).toBeVisible();
  expect(strange).toEqual([]);
});

test('a board opens on the pen: a finger draws at once, and its tools are as large as a finger', async () => {
  await screen.getByRole('button', { name: t('session.app.whiteboard'), exact: true }).click();
  await expect(screen.locator('canvas.interactive')).toBeVisible();
  await expect(screen.getByTestId('toolbar-freedraw')).toBeChecked();
  expect(await smallTargets(screen)).toEqual([]);
  // It would open files, which a machine does not have.
  await expect(screen.locator(IMAGE_TOOL)).toBeHidden();
  const before = await inked(screen);
  const devtools = await screen.context().newCDPSession(screen);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await finger('touchStart', { x: 560, y: 420 });
  for (let step = 1; step <= 8; step++) await finger('touchMove', { x: 560 + step * 20, y: 420 + step * 15 });
  await finger('touchEnd');
  await devtools.detach();
  await expect.poll(() => inked(screen)).toBeGreaterThan(before);
  await expect(screen.getByText(t('whiteboard.save.saved'), { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: t('whiteboard.home') }).click();
});

test('a board becomes an image that can be pasted', async () => {
  await screen.getByRole('button', { name: t('session.app.whiteboard'), exact: true }).click();
  await screen.getByRole('button', { name: t('whiteboard.picture') }).click();
  const dialog = screen.getByRole('dialog', { name: t('whiteboard.picture') });
  await expect(dialog.getByRole('img')).toBeVisible();
  await expectAccessibleScreen(screen, '.excalidraw');
  await dialog.getByRole('button', { name: t('whiteboard.picture.copy') }).click();
  await expect(dialog.getByText(t('whiteboard.picture.copied'))).toBeVisible();
  await screen.evaluate(() => {
    addEventListener('paste', ({ clipboardData }) => {
      document.body.dataset.pasted = Array.from(clipboardData?.files ?? [], ({ type }) => type).join();
    });
  });
  await screen.keyboard.press('Control+v');
  await expect(screen.locator('body')).toHaveAttribute('data-pasted', 'image/png');
  await dialog.getByRole('button', { name: t('common.close') }).click();
});

test('there are several boards, each with its name', async () => {
  const boards = screen.getByRole('dialog', { name: t('whiteboard.boards') });
  const first = t('whiteboard.unnamed', { number: 1 });
  await screen.getByRole('button', { name: first }).click();
  await boards.getByLabel(t('whiteboard.name')).fill('Floor plan');
  await boards.getByRole('button', { name: t('screens.done') }).click();
  await screen.getByRole('button', { name: 'Floor plan' }).click();
  await boards.getByRole('button', { name: t('whiteboard.new') }).click();
  await expect(screen.getByRole('heading', { name: t('whiteboard.unnamed', { number: 2 }) })).toBeVisible();
  await drawLine();
  await expect(screen.getByText(t('whiteboard.save.saved'), { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: t('whiteboard.unnamed', { number: 2 }) }).click();
  await expectAccessibleScreen(screen, '.excalidraw');
  await boards.getByRole('button', { name: /Floor plan/ }).click();
  await expect(screen.getByRole('heading', { name: 'Floor plan' })).toBeVisible();
  await screen.getByRole('button', { name: 'Floor plan' }).click();
  await boards.getByRole('button', { name: t('whiteboard.delete') }).click();
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: t('whiteboard.delete') })
    .click();
  await expect(screen.getByRole('heading', { name: t('whiteboard.unnamed', { number: 2 }) })).toBeVisible();
  await screen.getByRole('button', { name: t('whiteboard.home') }).click();
});

test('a board that cannot be saved lets its user go, once they know what is lost', async () => {
  await screen.getByRole('button', { name: t('session.app.whiteboard'), exact: true }).click();
  await expect(screen.getByText(t('whiteboard.save.saved'), { exact: true })).toBeVisible();
  // As with a full disk.
  const full = (url: URL) => /\/(save|change)_board$/.test(url.pathname);
  await screen.route(full, (route) => route.fulfill({ status: 500, json: {} }));
  await drawLine(screen, { x: 400, y: 300 });
  await expect(screen.getByText(t('whiteboard.save.failed'))).toBeVisible();
  const home = screen.getByRole('button', { name: t('whiteboard.home') });
  const question = screen.getByRole('dialog', { name: t('whiteboard.leave.title') });
  await home.click();
  await question.getByRole('button', { name: t('common.cancel') }).click();
  await expect(screen.getByText(t('whiteboard.save.failed'))).toBeVisible();
  await home.click();
  await question.getByRole('button', { name: t('whiteboard.leave'), exact: true }).click();
  await expect(screen.getByRole('navigation', { name: t('session.apps') })).toBeVisible();
  await screen.unroute(full);
});

test('guests wait until admitted, and draw on the whiteboard from their own browser; both sides see everything, images too', async () => {
  const thinhoc = { apps: { enabled: ['thinhoc::whiteboard', 'thinhoc::mirroring'] }, mirror: { moderated: true } };
  await profile({ thinhoc });
  await screen.getByRole('button', { name: t('session.app.whiteboard'), exact: true }).click();
  await screen.getByRole('button', { name: t('whiteboard.unnamed', { number: 2 }) }).click();
  await screen.getByRole('button', { name: t('whiteboard.new') }).click();
  const picture = screen.getByRole('button', { name: t('whiteboard.picture') });
  await expect(picture).toBeDisabled();
  await screen.getByRole('button', { name: t('whiteboard.guests') }).click();
  const guide = screen.getByRole('region', { name: t('whiteboard.guests.guide') });
  await expect(guide).toContainText(`${new URL(server.url).host}/share`);
  const code = await codeOn(screen, guide);

  const browser = await launchGuest();
  const guest = await guestPage(browser, server.url);
  await askToJoin(guest, 'Ann', code);
  const lobby = screen.getByRole('region', { name: t('mirror.lobby.title') });
  await expect(lobby).toContainText('Ann');
  await expect(guest.getByText(t('mirror.share.waiting', { machine: 'Meeting room' }))).toBeVisible();
  await lobby.getByRole('button', { name: t('mirror.lobby.admit'), exact: true }).click();
  await guest.getByRole('button', { name: t('mirror.board.open') }).click();
  await expect(screen.getByText('1 guest drawing')).toBeVisible();

  await expect(guest.locator(IMAGE_TOOL)).toBeVisible();
  await drawLine(guest);
  await expect(picture).toBeEnabled();
  await expect.poll(() => inked(screen)).toBeGreaterThan(100);
  const before = await inked(guest);
  await drawLine(screen, { x: 420, y: 520 });
  await expect.poll(() => inked(guest)).toBeGreaterThan(before + 100);
  await pastePicture(guest);
  await expect.poll(() => inked(screen)).toBeGreaterThan(40_000);
  await expect(screen.getByText(t('whiteboard.save.saved'), { exact: true })).toBeVisible();
  await expectAccessibleScreen(screen, '.excalidraw');

  await guest.getByRole('button', { name: t('mirror.board.leave') }).click();
  await expect(guest.locator('canvas')).toHaveCount(0);
  await expect(screen.getByText('No guests yet')).toBeVisible();
  await screen.reload();
  await expect.poll(() => inked(screen)).toBeGreaterThan(40_000);
  await screen.getByRole('button', { name: t('whiteboard.home') }).click();
  await browser.close();
});

test('mirroring with its instance turned off shows neither URL nor code, on the home screen and at its own URL', async () => {
  const instances = (enabled: boolean) => ({ 'thinhoc::mirroring': { enabled } });
  await profile({ thinhoc: { apps: { enabled: ['thinhoc::mirroring'], instances: instances(true) } } });
  const code = await codeOn(screen);
  await profile({ thinhoc: { apps: { instances: instances(false) } } });
  await expect(guideOf(screen)).toHaveCount(0);
  await screen.goto(new URL('/mirror', screen.url()).href);
  await expect(screen.getByRole('button', { name: t('screens.notHere.back') })).toBeVisible();
  const body = screen.locator('body');
  await expect(body).not.toContainText(code);
  await expect(body).not.toContainText(`${new URL(server.url).host}/share`);
  await screen.getByRole('button', { name: t('screens.notHere.back') }).click();
  await expect(guideOf(screen)).toHaveCount(0);
  await profile({ thinhoc: { apps: { instances: instances(true) } } });
  await codeOn(screen);
});

test('outside a machine the whiteboard says that it is for machines only', async () => {
  await admin.goto(`${server.url}/whiteboard`);
  await expect(admin.getByRole('alert')).toHaveText('Whiteboard is only available on a device of the product!');
  await expect(admin.locator('canvas')).toHaveCount(0);
});
