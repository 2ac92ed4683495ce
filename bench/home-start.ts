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
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round++) samples.push(await startedAt(home));
    return {
      benchmark: 'home-start',
      figures: [
        {
          name: `Chromium's start to usable tiles, processor ${SLOWER} times slower, median of ${ROUNDS}`,
          unit: 's',
          value: rounded(percentile(samples, 0.5), 2),
        },
        { name: `the slowest of ${ROUNDS}`, unit: 's', value: rounded(Math.max(...samples), 2) },
      ],
    };
  } finally {
    await dispose();
  }
}

/** Seconds of a start with an empty browser profile. */
async function startedAt(home: string): Promise<number> {
  const started = performance.now();
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(home, { waitUntil: 'commit' });
    await page.getByRole('button', { name: TILE, exact: true }).click({ trial: true });
    return (performance.now() - started) / 1_000;
  } finally {
    await browser.close();
  }
}
