import { browserOptions } from '@berth/e2e/kit/browser';
import { type Harbour, moor } from '@berth/e2e/kit/harbour';
import { t } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { writeBoard } from './lib/board-file.ts';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';

const ELEMENTS = 10_000;
const STROKES = 6;
/** Points of a stroke, one about every 16 ms. */
const POINTS = 60;

/** Drawing by hand on the machine's whiteboard: the pictures that the browser gets done, on an empty and on a full board. */
export async function run(): Promise<Result> {
  const browser = await chromium.launch(browserOptions);
  const harbour = await moor(browser, 'Bench');
  try {
    const { api, screen } = harbour;
    const [profile] = await api.profiles();
    await api.merge(profile.id, { definition: { thinhoc: { apps: { enabled: ['thinhoc::whiteboard'] } } } });
    await writeBoard(dataOf(harbour), 'Full', ELEMENTS);
    const opened = performance.now();
    await screen.getByRole('button', { name: t('session.app.whiteboard'), exact: true }).click();
    await screen.locator('canvas.interactive').waitFor();
    await inked(screen);
    const opening = performance.now() - opened;
    const near = await drawn(screen);
    const saving = await saved(screen);
    await screen.keyboard.press('Shift+Digit1');
    const all = await drawn(screen);
    await saved(screen);
    await screen.getByRole('button', { name: 'Full' }).click();
    await screen.getByRole('button', { name: t('whiteboard.new'), exact: true }).click();
    await screen.locator('canvas.interactive').waitFor();
    const empty = await drawn(screen);
    return {
      benchmark: 'whiteboard',
      figures: [
        ...frames('an empty board', empty),
        ...frames('10,000 elements, some 400 in sight', near),
        ...frames('10,000 elements, all in sight', all),
        { name: '10,000 elements: from the tile to the drawing', unit: 'ms', value: rounded(opening) },
        { name: '10,000 elements: last stroke to saved', unit: 'ms', value: rounded(saving) },
      ],
    };
  } finally {
    await harbour.dispose();
    await browser.close();
  }
}

function frames(name: string, gaps: readonly number[]): Figure[] {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return [
    { name: `${name}: pictures a second while drawing`, unit: 'fps', value: rounded((gaps.length * 1_000) / total, 1) },
    { name: `${name}: between two pictures, p95`, unit: 'ms', value: rounded(percentile(gaps, 0.95)) },
    { name: `${name}: between two pictures, longest`, unit: 'ms', value: rounded(percentile(gaps, 1)) },
  ];
}

/** Draws freehand, and answers the milliseconds between two pictures while a stroke is under way. */
async function drawn(page: Page): Promise<readonly number[]> {
  await page.locator('canvas.interactive').click({ position: { x: 640, y: 600 } });
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  const gaps: number[] = [];
  for (let stroke = 0; stroke < STROKES; stroke++) {
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

/** Milliseconds until what was drawn last is kept. */
async function saved(page: Page): Promise<number> {
  const since = performance.now();
  await page.getByText(t('whiteboard.save.saved'), { exact: true }).waitFor();
  return performance.now() - since;
}

/** Something is drawn. */
async function inked(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('canvas.static');
    const { width = 0, height = 0 } = canvas ?? {};
    if (width === 0) return false;
    const pixels = new Uint32Array(canvas?.getContext('2d')?.getImageData(0, 0, width, height).data.buffer ?? []);
    return pixels.some((pixel) => pixel !== pixels[0]);
  });
}

/** Where the machine keeps what it remembers: as its agent was told. */
function dataOf({ machine }: Harbour): string {
  const args = machine.agent.child.spawnargs;
  return args[args.indexOf('--data') + 1] ?? '';
}
