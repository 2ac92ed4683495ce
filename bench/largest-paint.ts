import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';

const THROTTLE = 6;
const LOADS = 7;
const AIM_MS = 2_500;

const PAGES = {
  'machines, empty': '/manage/machines',
  profiles: '/manage/profiles',
  'organization selector': '/manage/org/select',
  overview: '/manage/overview',
  rollouts: '/manage/rollouts',
  schedules: '/manage/schedules',
  enrollment: '/manage/enrollment',
  members: '/manage/users',
  credits: '/manage/billing',
  'machine login': '/manage/authentication',
  'audit log': '/manage/audit',
  'API keys': '/manage/api-keys',
  webhooks: '/manage/webhooks',
  account: '/manage/account',
  guide: '/guide',
} as const;

/** Largest contentful paint of console pages on a six times slower processor without cache (median). */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await speakEnglish(page);
    await openConsole(page, server);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
    const figures: Figure[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      const samples: number[] = [];
      for (let load = 0; load < LOADS; load++) samples.push(await largestPaint(page, server.url + path));
      figures.push({
        name: `largest contentful paint, ${name}`,
        unit: 'ms',
        value: rounded(percentile(samples, 0.5)),
        aim: AIM_MS,
      });
    }
    return { benchmark: 'largest-paint', figures };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** Largest contentful paint of the page, from navigation. */
async function largestPaint(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect();
          resolve(list.getEntries().at(-1)?.startTime ?? 0);
        });
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}
