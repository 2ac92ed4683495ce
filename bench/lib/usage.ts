import { readFile } from 'node:fs/promises';
import { withDescendants } from './processes.ts';

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
  // One that ended meanwhile used little.
  const each = await Promise.all(pids.map((pid) => cpuSeconds(pid).catch(() => 0)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

/** CPU use of a process in percent of one core, over the given milliseconds from now. */
export async function cpuShare(pid: number, overMs: number): Promise<number> {
  const [before, start] = [await cpuSeconds(pid), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, overMs));
  return (((await cpuSeconds(pid)) - before) / ((performance.now() - start) / 1_000)) * 100;
}
