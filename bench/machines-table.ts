import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { RHYTHM_MS, type } from './lib/keystrokes.ts';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';
import { cpuSecondsOfAll, workOf } from './lib/usage.ts';

/** BENCH_MACHINES overrides it. */
const MACHINES = Number(process.env.BENCH_MACHINES ?? '100000');
/** Number of other organizations with as many machines each; BENCH_NEIGHBORS overrides it. */
const NEIGHBORS = Number(process.env.BENCH_NEIGHBORS ?? '9');
const KEYSTROKES = 200;
const SCROLL_MS = 10_000;
const PLAIN_ROWS = 5_000;
const PLAIN_STYLE =
  'div { height: 520px; overflow: auto } table { width: 100%; table-layout: fixed } td { height: 48px }';
const WARM_UP = 5;
const CALLS = 30;
const BENCH_DATA = join(import.meta.dirname, '../packages/server/scripts/bench-data.ts');

const FILTERS = {
  'first page': {},
  'search for part of a name': { where: { name: { ilike: '%0424%' } } },
  'state and tag': { where: { and: [{ online: false }, { tags: 'lobby' }] } },
  'by name, from the end': { order: 'name DESC' },
  'by state': { order: 'standing ASC' },
  'by profile': { order: 'profile ASC' },
  'by revision': { order: 'appliedRevision DESC' },
  'by last seen': { order: 'lastSeen DESC' },
  'by version': { order: 'agentVersion ASC' },
  'by deployment': { order: 'deployment ASC' },
  'by registration': { order: 'registeredAt DESC' },
  'a tag, by last seen': { where: { tags: 'lobby' }, order: 'lastSeen DESC' },
  'a search, by version': { where: { name: { ilike: '%0424%' } }, order: 'agentVersion ASC' },
  'page at 90,000': { skip: 90_000 },
  'page at 90,000, by profile': { skip: 90_000, order: 'profile ASC' },
  'in need of a reboot': { where: { rebootNeeded: true } },
  'gone for a week': { where: { away: true } },
  'behind their profile': { where: { behind: true } },
} as const;

/** The machines table with 100,000 rows in a database of a million, inserted directly, and typing in its search. */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_RATE_FACTOR: '1000' });
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await speakEnglish(page);
    await openConsole(page, server);
    const api = await apiOf(page, server);
    const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
    const profile = await api.send<{ id: string }>('POST', '/profiles', {
      name: 'Bench',
      organizationId: organization.id,
    });
    const fill = [
      BENCH_DATA,
      'fill-machines',
      server.data,
      organization.id,
      profile.id,
      String(MACHINES),
      String(NEIGHBORS),
    ];
    await promisify(execFile)(process.execPath, fill);

    const figures: Figure[] = [];
    const timesOf = (name: string, call: () => Promise<unknown>) => timesAndWork(name, call, server.pid());
    const listing = (what: string) => api.send('GET', `/organization/${organization.id}/${what}`);
    for (const [name, filter] of Object.entries(FILTERS)) {
      const query = new URLSearchParams({ filter: JSON.stringify({ limit: 100, ...filter }) });
      figures.push(...(await timesOf(`GET machines, ${name}`, () => listing(`machines?${query}`))));
    }
    // The counts above the table, which the console polls every five seconds.
    figures.push(...(await timesOf('GET summary of all', () => listing('machines/summary'))));
    const behind = new URLSearchParams({ filter: JSON.stringify({ where: { behind: true } }) });
    figures.push(...(await timesOf('GET summary of those behind', () => listing(`machines/summary?${behind}`))));
    figures.push({ name: 'time to first rows', unit: 'ms', value: await timeToFirstRows(page, server.url) });
    figures.push({ name: 'time to a filtered view', unit: 'ms', value: await timeToFiltered(page) });
    figures.push(...(await scroll(page, 'while scrolling 10 s')));
    figures.push(...(await typing(page)));
    // What the browser itself takes on this computer, without any script: the lower limit for scrolling.
    await page.goto('about:blank');
    await page.setContent(plainTable());
    figures.push(...(await scroll(page, 'of a plain table in a bare page')));
    return { benchmark: 'machines-table', figures };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/**
 * Latency of calls after warm-up, and CPU time of server and database for each: on a busy host the latency is an upper
 * bound, and the CPU time is what a quiet host would take.
 */
async function timesAndWork(name: string, call: () => Promise<unknown>, server: number): Promise<Figure[]> {
  for (let turn = 0; turn < WARM_UP; turn++) await call();
  const samples: number[] = [];
  const worked = await cpuSecondsOfAll(server);
  for (let turn = 0; turn < CALLS; turn++) {
    const before = performance.now();
    await call();
    samples.push(performance.now() - before);
  }
  const work = ((await cpuSecondsOfAll(server)) - worked) / CALLS;
  return [
    { name: `${name}, p50`, unit: 'ms', value: rounded(percentile(samples, 0.5), 1) },
    { name: `${name}, p95`, unit: 'ms', value: rounded(percentile(samples, 0.95), 1), aim: 50 },
    { name: `${name}, processor of server and database`, unit: 'ms', value: rounded(work * 1_000, 1) },
  ];
}

/** From navigation to the first row, in a fully cached page. */
async function timeToFirstRows(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/manage/machines`);
  await page.getByRole('link', { name: 'Counter 000005' }).waitFor();
  const before = performance.now();
  await page.reload();
  await page.getByRole('link', { name: 'Counter 000005' }).waitFor();
  return rounded(performance.now() - before);
}

/** From the last key of a search to its rows. */
async function timeToFiltered(page: Page): Promise<number> {
  const before = performance.now();
  await page.getByRole('searchbox').fill('Printer 002421');
  await page.getByText('1 machine matches').waitFor();
  const waited = rounded(performance.now() - before);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('link', { name: 'Counter 000005' }).waitFor();
  return waited;
}

/** From each key of a search to its letter on the screen, while the rows found so far arrive. */
async function typing(page: Page): Promise<Figure[]> {
  await page.getByRole('searchbox').focus();
  const samples = await type(page, KEYSTROKES, RHYTHM_MS);
  return [
    { name: 'keystroke to paint in the search p50', unit: 'ms', value: rounded(percentile(samples, 0.5), 1) },
    { name: 'keystroke to paint in the search p95', unit: 'ms', value: rounded(percentile(samples, 0.95), 1), aim: 50 },
  ];
}

/** Scrolls for ten seconds; a frame later than two of 60 a second counts as dropped. */
async function scroll(page: Page, what: string): Promise<Figure[]> {
  let frames: readonly number[] = [];
  const work = await workOf(page, async () => {
    frames = await scrolledFrames(page);
  });
  const dropped = frames.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1_000 / 60)) - 1), 0);
  return [
    { name: `frames drawn ${what}`, unit: 'count', value: frames.length },
    { name: `frames dropped ${what}`, unit: 'count', value: dropped },
    { name: `processor time a frame ${what}, all`, unit: 'ms', value: rounded(work.total / frames.length, 1) },
    { name: `processor time a frame ${what}, script`, unit: 'ms', value: rounded(work.script / frames.length, 1) },
    {
      name: `processor time a frame ${what}, layout`,
      unit: 'ms',
      value: rounded(work.layoutAndStyle / frames.length, 1),
    },
  ];
}

/** As many rows as pass in ten seconds at full speed, with a machine row's text. */
function plainTable(): string {
  const cells = (n: number) => [
    `Counter ${String(n).padStart(6, '0')}`,
    'Offline',
    'Bench',
    'Revision 1',
    '12 days ago',
  ];
  const row = (n: number) =>
    `<tr>${cells(n)
      .map((text) => `<td>${text}</td>`)
      .join('')}</tr>`;
  const rows = Array.from({ length: PLAIN_ROWS }, (_, n) => row(n)).join('');
  return `<style>${PLAIN_STYLE}</style><div><table>${rows}</table></div>`;
}

/** Milliseconds between frames, with eight new rows in each. */
function scrolledFrames(page: Page): Promise<number[]> {
  return page.evaluate(async (ms) => {
    const scroller = document.querySelector('table')?.parentElement;
    if (!scroller) throw new Error('there is no table');
    const gaps: number[] = [];
    await new Promise<void>((resolve) => {
      const start = performance.now();
      let last = start;
      const step = (now: number): void => {
        gaps.push(now - last);
        last = now;
        scroller.scrollTop += 400;
        if (now - start < ms) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    return gaps;
  }, SCROLL_MS);
}
