import { readdir, readFile } from 'node:fs/promises';
import type { CDPSession, Page } from '@playwright/test';

/** Clock ticks per second in /proc: 100 on every Linux that Node runs on. */
const TICKS = 100;

/** Seconds of CPU time that a process has used since its start. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Seconds of CPU time that a process and its descendants have used since their start. */
export async function cpuSecondsOfAll(root: number): Promise<number> {
  const pids = await withDescendants(root);
  // A process that ended meanwhile used little.
  const each = await Promise.all(pids.map((pid) => cpuSeconds(pid).catch(() => 0)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

/** CPU use of a process in percent of one core, over the given milliseconds from now. */
export async function cpuShare(pid: number, overMs: number): Promise<number> {
  const [before, start] = [await cpuSeconds(pid), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, overMs));
  return (((await cpuSeconds(pid)) - before) / ((performance.now() - start) / 1_000)) * 100;
}

/** A process and its descendants, from /proc. */
export async function withDescendants(root: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name)) {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      // The command name is in parentheses and may contain spaces: the fields start after the last parenthesis.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      parents.set(Number(name), parent);
    }
  }
  const found = [root];
  for (const pid of found) {
    for (const [child, parent] of parents) {
      if (parent === pid) {
        found.push(child);
      }
    }
  }
  return found;
}

/** Work of a page's main thread, in milliseconds of CPU time: independent of other load on the host. */
interface PageWork {
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
