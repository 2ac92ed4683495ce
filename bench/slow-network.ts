import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';

/** 50 kB/s with a round trip of 400 ms. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const LOADS = 3;
const AIM_MS = 2_000;

const PAGES = { overview: '/manage/overview', machines: '/manage/machines', profiles: '/manage/profiles' } as const;

/** First paint, the page's name, and its heading of console pages over a slow network without cache (median). */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await speakEnglish(page);
    const figures: Figure[] = [...(await figuresOf(page, server.url, 'login', '/manage/login'))];
    await openConsole(page, server);
    for (const [name, path] of Object.entries(PAGES)) figures.push(...(await figuresOf(page, server.url, name, path)));
    return { benchmark: 'slow-network', figures };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function figuresOf(page: Page, server: string, name: string, path: string): Promise<readonly Figure[]> {
  const loads: Awaited<ReturnType<typeof slowLoad>>[] = [];
  for (let load = 0; load < LOADS; load++) loads.push(await slowLoad(page, server + path));
  const median = (of: keyof (typeof loads)[number]) =>
    rounded(
      percentile(
        loads.map((load) => load[of]),
        0.5,
      ),
    );
  return [
    { name: `first paint, ${name}`, unit: 'ms', value: median('paint'), aim: AIM_MS },
    { name: `name of page or product, ${name}`, unit: 'ms', value: median('words'), aim: AIM_MS },
    { name: `heading, ${name}`, unit: 'ms', value: median('heading') },
  ];
}

interface SlowLoad {
  readonly paint: number;
  /** Until the starting page says which page of which product is loading. */
  readonly words: number;
  readonly heading: number;
}

async function slowLoad(page: Page, address: string): Promise<SlowLoad> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  const begun = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  const paint = await page.evaluate(() => performance.getEntriesByType('paint').at(0)?.startTime ?? 0);
  await page
    .locator('.starting')
    .or(page.getByRole('heading', { level: 1 }))
    .first()
    .waitFor();
  const words = performance.now() - begun;
  await page.getByRole('heading', { level: 1 }).waitFor();
  const heading = performance.now() - begun;
  await devtools.detach();
  return { paint, words, heading };
}
