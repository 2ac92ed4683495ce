import type { Page } from '@playwright/test';

/** A page in which a person views and controls another computer's screen. */
export interface Viewer {
  readonly page: Page;
  /** The selector of its canvas. */
  readonly canvas: string;
  /** Bytes of the stream received. */
  readonly received: () => number;
}

/** Milliseconds from each of `count` key presses in the viewer's page until its canvas changes color. */
export async function keyToPixel({ page, canvas }: Viewer, count: number): Promise<number[]> {
  // Before the first frame, keys are lost.
  await page.waitForFunction(`(${HAS_PICTURE})(${JSON.stringify(canvas)})`);
  await page.locator(canvas).click();
  await page.waitForTimeout(500);
  const samples: number[] = [];
  for (let press = 0; press < count; press++) {
    // The listener must exist before the key is pressed.
    await page.evaluate(`(${NEXT_CHANGE})(${JSON.stringify(canvas)})`);
    await page.keyboard.press('g');
    samples.push(await page.evaluate<number>('nextChange'));
    // Varied, so that it never synchronizes with anything periodic.
    await page.waitForTimeout(150 + Math.random() * 50);
  }
  return samples;
}

const HAS_PICTURE = `(selector) => {
  const canvas = document.querySelector(selector);
  const color = canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 4, 1, 1).data;
  return color[0] + color[1] + color[2] > 60;
}`;

// JPEG frames differ slightly even without a change.
const NEXT_CHANGE = `(selector) => { globalThis.nextChange = new Promise((resolve, reject) => {
  const canvas = document.querySelector(selector);
  const context = canvas.getContext('2d');
  const color = () => context.getImageData(canvas.width / 2, canvas.height / 4, 1, 1).data;
  const before = color();
  addEventListener('keydown', () => {
    const pressed = performance.now();
    const channel = new MessageChannel();
    const look = () => {
      const waited = performance.now() - pressed;
      const now = color();
      if ([0, 1, 2].some((part) => Math.abs(now[part] - before[part]) > 60)) resolve(waited);
      else if (waited > 10_000) reject(new Error('the picture did not change'));
      else channel.port2.postMessage(0);
    };
    channel.port1.onmessage = look;
    look();
  }, { once: true, capture: true });
}); }`;

/** Bytes per second, and how often per second the lower half of the frame changed, while `work` runs. */
export async function watch(
  { page, canvas, received }: Viewer,
  work: () => Promise<unknown>,
): Promise<{ readonly bytes: number; readonly pictures: number }> {
  await page.evaluate(`(${COUNT_PICTURES})(${JSON.stringify(canvas)})`);
  const [before, since] = [received(), performance.now()];
  await work();
  const seconds = (performance.now() - since) / 1_000;
  const bytes = (received() - before) / seconds;
  return { bytes, pictures: (await page.evaluate<number>('picturesSeen()')) / seconds };
}

const COUNT_PICTURES = `(selector) => {
  const canvas = document.querySelector(selector);
  const context = canvas.getContext('2d');
  let [seen, last, going] = [0, '', true];
  const look = () => {
    if (!going) return;
    const column = context.getImageData(canvas.width / 4, canvas.height * 0.6, 1, canvas.height * 0.3).data.join();
    if (column !== last) seen += 1;
    last = column;
    requestAnimationFrame(look);
  };
  look();
  globalThis.picturesSeen = () => { going = false; return seen; };
}`;
