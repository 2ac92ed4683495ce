import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import x11, { type XClient, type XDisplay } from 'x11';
import { startSmallScreen } from '../../testing/x-servers.ts';
import { watchPaint } from './window-paint.ts';

const [RED, GREEN, BLUE, WHITE] = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff];

test('an empty window does not count as painted, whatever covers it, until it shows a page', async () => {
  const display = await startSmallScreen();
  const { client, screen } = await new Promise<XDisplay>((resolve, reject) => {
    x11.createClient({ display, shm: false }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  onTestFinished(() => client.terminate());
  const root = screen[0]?.root ?? 0;
  const session = await createWindow(client, root);
  const home = await createWindow(client, root);
  await fill(client, home, RED, GREEN);

  const paint = await watchPaint(display, session);
  onTestFinished(() => paint.close());
  expect(await paint.isPainted()).toBe(false);
  // The left half shows an empty page, the right half still the home screen.
  await fill(client, session, WHITE);
  expect(await paint.isPainted()).toBe(false);
  await fill(client, session, WHITE, WHITE);
  expect(await paint.isPainted()).toBe(false);
  await fill(client, session, BLUE, WHITE);
  expect(await paint.isPainted()).toBe(true);
});

/** A full-screen window without a background, like Chromium's. */
async function createWindow(client: XClient, root: number): Promise<number> {
  const window = client.AllocID();
  await done((sent) => client.CreateWindow(window, root, 0, 0, 400, 300, 0, 0, 0, 0, { overrideRedirect: 1 }, sent));
  await done((sent) => client.MapWindow(window, sent));
  return window;
}

/** Fills the left and the right half. */
async function fill(client: XClient, window: number, ...colors: readonly number[]): Promise<void> {
  for (const [half, foreground] of colors.entries()) {
    const context = client.AllocID();
    await done((sent) => client.CreateGC(context, window, { foreground }, sent));
    await done((sent) => client.PolyFillRectangle(window, context, [half * 200, 0, 200, 300], sent));
  }
}

const done = (request: (sent: (error: Error | null) => void) => void): Promise<void> => promisify(request)();
