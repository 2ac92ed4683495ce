import type { Page } from '@playwright/test';

const STROKES = 6;
/** Points of a stroke, about one every 16 ms. */
const POINTS = 60;
/** Area of the measured strokes; the canvases of machine and guest start within 60 px of each other. */
const COLUMN = { x: 900, top: 330, bottom: 480 };
const PATIENCE_MS = 10_000;

/** Draws freehand, and returns the milliseconds between two frames during a stroke. */
export async function drawn(page: Page, strokes = STROKES): Promise<readonly number[]> {
  await takePen(page);
  const gaps: number[] = [];
  for (let stroke = 0; stroke < strokes; stroke++) {
    await page.mouse.move(300, 250 + stroke * 40);
    await page.mouse.down();
    await page.evaluate(WATCH);
    for (let point = 0; point < POINTS; point++) {
      const next = page.waitForTimeout(16);
      await page.mouse.move(300 + point * 10, 250 + stroke * 40 + 60 * Math.sin(point / 6));
      await next;
    }
    gaps.push(...(await page.evaluate<number[]>('stopWatching()')));
    await page.mouse.up();
  }
  return gaps;
}

/** Milliseconds from the pen's first touch at one end of a board until the other end shows part of the stroke. */
export async function strokeToPaint(from: Page, to: Page, count: number): Promise<readonly number[]> {
  await takePen(from);
  const samples: number[] = [];
  for (let stroke = 0; stroke < count; stroke++) {
    const x = COLUMN.x - stroke * 24;
    await from.mouse.move(x, COLUMN.top);
    await to.evaluate(`(${NEXT_INK})(${x}, ${PATIENCE_MS})`);
    const touched = performance.now();
    await from.mouse.down();
    await from.mouse.move(x, COLUMN.bottom, { steps: 4 });
    await to.evaluate('nextInk');
    samples.push(performance.now() - touched);
    await from.mouse.up();
    await from.waitForTimeout(700);
  }
  return samples;
}

/** Resolves once something is drawn. */
export async function inked(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.static');
    const { width = 0, height = 0 } = canvas ?? {};
    if (width === 0) return false;
    const pixels = new Uint32Array(canvas?.getContext('2d')?.getImageData(0, 0, width, height).data.buffer ?? []);
    return pixels.some((pixel) => pixel !== pixels[0]);
  });
}

async function takePen(page: Page): Promise<void> {
  await page.locator('canvas.interactive').click({ position: { x: 640, y: 600 } });
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
}

const WATCH = `(() => {
  const gaps = [];
  let last = performance.now();
  let watching = true;
  const step = (now) => {
    if (!watching) return;
    gaps.push(Math.max(0, now - last));
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  globalThis.stopWatching = () => { watching = false; return gaps; };
})()`;

// A stroke in progress at the other end is painted like a finished one.
const NEXT_INK = `(x, patience) => {
  const canvas = document.querySelector('canvas.static');
  const context = canvas.getContext('2d');
  const scale = canvas.width / canvas.clientWidth;
  const column = () => context.getImageData((x - 8) * scale, 0, 16 * scale, canvas.height).data.join();
  const before = column();
  globalThis.nextInk = new Promise((resolve, reject) => {
    const ends = performance.now() + patience;
    const look = () => {
      if (column() !== before) resolve();
      else if (performance.now() > ends) reject(new Error('the stroke is not shown'));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}`;
