import { browserOptions } from '@berth/e2e/kit/browser';
import { askToJoin, button } from '@berth/e2e/kit/mirroring';
import { startTestEnvironment, type TestEnvironment } from '@berth/e2e/kit/test-environment';
import { speakEnglish, t } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { writeBoard } from './lib/board-file.ts';
import { drawn, inked, strokeToPaint } from './lib/drawing.ts';
import { disposeAll, type Figure, percentile, type Result, rounded, step } from './lib/result.ts';

const ELEMENTS = 10_000;
/** Strokes whose latency from one end to the other is measured. */
const STROKES = 10;
/** CPU slowdown factor. */
const SLOWER = 4;

/**
 * Freehand drawing on the machine's whiteboard: frame rates on an empty and on a full board, alone and with a guest who
 * draws at the same time, and the latency of the other's strokes.
 */
export async function run(): Promise<Result> {
  const begun: { name: string; end: () => Promise<unknown> }[] = [];
  try {
    const browser = await chromium.launch(browserOptions);
    begun.push({ name: 'the browser', end: () => browser.close() });
    const environment = await step('a server and a machine', 90, () => startTestEnvironment(browser, 'Bench'));
    begun.push({ name: 'server and machine', end: () => environment.dispose() });
    await writeBoard(dataOf(environment), 'Full', ELEMENTS);
    const figures = [...(await alone(environment))];
    const guests = await chromium.launch(browserOptions);
    begun.push({ name: "the guest's browser", end: () => guests.close() });
    const guest = await (await guests.newContext()).newPage();
    figures.push(...(await sharedBoard(environment, guest)));
    return { benchmark: 'whiteboard', figures };
  } finally {
    await disposeAll(begun);
  }
}

async function alone({ api, screen }: TestEnvironment): Promise<Figure[]> {
  const [profile] = await api.profiles();
  const thinhoc = {
    apps: { enabled: ['thinhoc::whiteboard', 'thinhoc::mirroring'] },
    mirror: { accept_new_connections: 'always' },
  };
  await api.merge(profile.id, { definition: { thinhoc } });
  const tile = screen.getByRole('button', { name: t('session.app.whiteboard'), exact: true });
  await step('the profile is applied', 30, () => tile.waitFor());
  const opening = await step('a full board opens', 60, async () => {
    const opened = performance.now();
    await tile.click();
    await screen.locator('canvas.interactive').waitFor();
    await inked(screen);
    return performance.now() - opened;
  });
  const near = await step('drawing on a part of it', 90, () => drawn(screen));
  const saving = await step('it is saved', 30, () => saved(screen));
  const slow = await step('drawing on a slower processor', 120, () => slowed(screen, () => drawn(screen, 1)));
  await screen.keyboard.press('Shift+Digit1');
  const all = await step('drawing with all of it in sight', 120, () => drawn(screen, 3));
  await step('it is saved again', 30, () => saved(screen));
  await screen.keyboard.press('Control+Digit0');
  const empty = await step('drawing on an empty board', 60, () => onNewBoard(screen));
  return [
    ...frames('an empty board', empty),
    ...frames('10,000 elements, some 400 in sight', near),
    ...frames(`10,000 elements, some 400 in sight, ${SLOWER} times slower`, slow),
    ...frames('10,000 elements, all in sight', all),
    { name: '10,000 elements: from the tile to the drawing', unit: 'ms', value: rounded(opening) },
    { name: '10,000 elements: last stroke to saved', unit: 'ms', value: rounded(saving) },
  ];
}

async function sharedBoard({ screen, server }: TestEnvironment, guest: Page): Promise<Figure[]> {
  await step('back to the full board', 30, async () => {
    await screen.getByRole('button', { name: t('whiteboard.unnamed', { number: 2 }) }).click();
    await screen.getByRole('button', { name: 'Full' }).click();
    await inked(screen);
  });
  await button(screen, 'whiteboard.guests').click();
  const code = await step('its code', 30, () => codeOfBoard(screen));
  const joining = await step('a guest joins', 60, async () => {
    await speakEnglish(guest);
    await guest.goto(`${server.url}/share`);
    await askToJoin(guest, 'Guest', code);
    await button(guest, 'mirror.board.open').click();
    const opened = performance.now();
    await guest.locator('canvas.interactive').waitFor();
    await inked(guest);
    return performance.now() - opened;
  });
  const [here, there] = await step('both draw', 120, () => Promise.all([drawn(screen, 4), drawn(guest, 4)]));
  const toMachine = await step('from guest to machine', 90, () => strokeToPaint(guest, screen, STROKES));
  const toGuest = await step('from machine to guest', 90, () => strokeToPaint(screen, guest, STROKES));
  return [
    { name: '10,000 elements: from the guest’s click to the drawing', unit: 'ms', value: rounded(joining) },
    ...frames('10,000 elements, drawing together: the machine', here),
    ...frames('10,000 elements, drawing together: the guest', there),
    ...ways('10,000 elements: pen on the guest’s board to paint on the machine’s', toMachine),
    ...ways('10,000 elements: pen on the machine’s board to paint on the guest’s', toGuest),
  ];
}

function frames(name: string, gaps: readonly number[]): Figure[] {
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return [
    { name: `${name}: pictures a second while drawing`, unit: 'fps', value: rounded((gaps.length * 1_000) / total, 1) },
    { name: `${name}: between two pictures, p95`, unit: 'ms', value: rounded(percentile(gaps, 0.95)) },
    { name: `${name}: between two pictures, longest`, unit: 'ms', value: rounded(percentile(gaps, 1)) },
  ];
}

function ways(name: string, samples: readonly number[]): Figure[] {
  return [
    { name: `${name}, median of ${STROKES}`, unit: 'ms', value: rounded(percentile(samples, 0.5)) },
    { name: `${name}, slowest`, unit: 'ms', value: rounded(percentile(samples, 1)) },
  ];
}

async function slowed<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  try {
    return await work();
  } finally {
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await session.detach();
  }
}

async function onNewBoard(page: Page): Promise<readonly number[]> {
  await page.getByRole('button', { name: 'Full' }).click();
  await page.getByRole('button', { name: t('whiteboard.new'), exact: true }).click();
  await page.locator('canvas.interactive').waitFor();
  const gaps = await drawn(page);
  await saved(page);
  return gaps;
}

async function codeOfBoard(page: Page): Promise<string> {
  const guide = page.getByRole('region', { name: t('whiteboard.guests.guide') });
  const code = /[1-3][0-9a-f]{2} [0-9a-f]{3} [0-9a-f]{3}/;
  await guide.filter({ hasText: code }).waitFor();
  return code.exec((await guide.textContent()) ?? '')?.[0] ?? '';
}

/** Milliseconds until the last stroke is saved. */
async function saved(page: Page): Promise<number> {
  const since = performance.now();
  await page.getByText(t('whiteboard.save.saved'), { exact: true }).waitFor();
  return performance.now() - since;
}

/** The machine's data folder, as passed to its agent. */
function dataOf({ machine }: TestEnvironment): string {
  const args = machine.agent.child.spawnargs;
  return args[args.indexOf('--data') + 1] ?? '';
}
