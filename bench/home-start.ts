import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserOptions } from '@berth/e2e/kit/browser';
import { chromium } from '@playwright/test';
import { registerTestMachine } from './lib/machine.ts';
import { percentile, type Result, rounded } from './lib/result.ts';

const ROUNDS = 5;
const SLOWER = 6;
const TILE = 'Notice board';

/** From Chromium's start to clickable tiles, with the page's CPU throttled to a small machine. */
export async function run(): Promise<Result> {
  const { machine, dispose } = await registerTestMachine({ name: TILE, url: 'http://127.0.0.1:9/' });
  try {
    const home = machine.page.url();
    const first: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const folder = await mkdtemp(join(tmpdir(), 'berth-home-start-'));
      try {
        first.push(await startedAt(home, folder));
        later.push(await startedAt(home, folder));
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      }
    }
    const name = `Chromium's start to usable tiles, processor ${SLOWER} times slower`;
    return {
      benchmark: 'home-start',
      figures: [
        { name: `${name}, median of ${ROUNDS}`, unit: 's', value: rounded(percentile(first, 0.5), 2) },
        { name: `the slowest of ${ROUNDS}`, unit: 's', value: rounded(Math.max(...first), 2) },
        { name: `${name}, not the machine's first start`, unit: 's', value: rounded(percentile(later, 0.5), 2) },
      ],
    };
  } finally {
    await dispose();
  }
}

/**
 * Seconds of a start.
 * @param folder The browser's data: empty at a machine's first start, kept from then on.
 */
async function startedAt(home: string, folder: string): Promise<number> {
  const started = performance.now();
  const context = await chromium.launchPersistentContext(folder, browserOptions);
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(home, { waitUntil: 'commit' });
    await page.getByRole('button', { name: TILE, exact: true }).click({ trial: true });
    return (performance.now() - started) / 1_000;
  } finally {
    await context.close();
  }
}
