import type { CDPSession, Page } from '@playwright/test';

/** What a page's main thread did, in milliseconds of processor time: the same on a busy host as on a quiet one. */
export interface PageWork {
  readonly total: number;
  readonly script: number;
  readonly layoutAndStyle: number;
}

/** What the page's main thread works while something happens. */
export async function workOf(page: Page, happens: () => Promise<void>): Promise<PageWork> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metricsOf(devtools);
  await happens();
  const after = await metricsOf(devtools);
  await devtools.detach();
  const spent = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000;
  return {
    total: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    layoutAndStyle: spent('LayoutDuration') + spent('RecalcStyleDuration'),
  };
}

async function metricsOf(devtools: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}
