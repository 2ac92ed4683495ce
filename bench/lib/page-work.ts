import type { CDPSession, Page } from '@playwright/test';

/** Work of a page's main thread, in milliseconds of CPU time: independent of other load on the host. */
export interface PageWork {
  readonly total: number;
  readonly script: number;
  readonly layoutAndStyle: number;
}

/** CPU time of the page's main thread while an action runs. */
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
