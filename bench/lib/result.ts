import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Run, withRun } from './history.ts';
import type { Ruler } from './ruler.ts';

/** One measured figure with its unit, and its target if there is one. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 's' | 'MB' | 'kB' | 'count' | '%' | 'B/s' | 'fps';
  readonly value: number;
  readonly aim?: number;
}

/** Result of a benchmark: the figures, and the hardware and versions. */
export interface Result {
  readonly benchmark: string;
  readonly figures: readonly Figure[];
  /** Whether figures of earlier runs with other names stay, such as those of other fleet sizes. */
  readonly isPartial?: boolean;
}

/** A result with the runs before it, as it is stored. */
export interface StoredResult extends Result {
  readonly measuredAt: string;
  readonly machine: { readonly cpu: string; readonly cores: number; readonly memoryGb: number; readonly node: string };
  /** Missing in results from before runs were kept. */
  readonly runs?: readonly Run[];
}

const FOLDER = join(import.meta.dirname, '../results');

/** Prints the figures and writes them, with the last runs, as JSON under bench/results, one file per benchmark. */
export async function keep({ benchmark, figures, isPartial = false }: Result, ruler: Ruler): Promise<void> {
  for (const figure of figures) {
    const aim = figure.aim === undefined ? '' : `  (aim ${figure.aim} ${figure.unit})`;
    console.log(`  ${figure.name}: ${figure.value} ${figure.unit}${aim}`);
  }
  await mkdir(FOLDER, { recursive: true });
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
  };
  const earlier = await readResult(benchmark);
  const measuredAt = new Date().toISOString();
  const stored: StoredResult = {
    benchmark,
    figures: isPartial ? added(earlier?.figures ?? [], figures) : figures,
    measuredAt,
    machine,
    runs: withRun(earlier?.runs ?? [], figures, ruler, measuredAt),
  };
  await writeFile(join(FOLDER, `${benchmark}.json`), `${JSON.stringify(stored, null, 2)}\n`);
}

async function readResult(benchmark: string): Promise<StoredResult | undefined> {
  const text = await readFile(join(FOLDER, `${benchmark}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as StoredResult);
}

/** Figures of this run, plus those of an earlier one with other names, ordered by number of machines. */
function added(earlier: readonly Figure[], figures: readonly Figure[]): readonly Figure[] {
  const names = new Set(figures.map(({ name }) => name));
  const others = earlier.filter(({ name }) => !names.has(name));
  const sizeOf = ({ name }: Figure): number => Number.parseInt(name, 10) || 0;
  return [...others, ...figures].sort((a, b) => sizeOf(a) - sizeOf(b));
}

/** The given percentile of the samples (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) {
    throw new Error('no samples');
  }
  return value;
}

/** Rounds to this many decimal places. */
export function rounded(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}

/** Resident memory of a process and all its children, in MB; shared pages count once (PSS). */
export async function residentMb(pids: readonly number[]): Promise<number> {
  let kilobytes = 0;
  for (const pid of pids) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kilobytes += Number(text.match(/^Pss:\s+(\d+)/m)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/**
 * Private memory of one process in MB, without mapped files: how much of those is resident depends on the system, and
 * PSS on how many other processes run the same program.
 */
export async function ownMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Anonymous:\s+(\d+)/m.exec(text)?.[1]) / 1024;
}

/** One of several measurements, at a time in any unit. */
interface Sample {
  readonly at: number;
  readonly value: number;
}

/** Growth of a value per unit of time: slope of the least-squares line. */
export function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, each) => sum + of(each), 0) / samples.length;
  const [at, value] = [mean((each) => each.at), mean((each) => each.value)];
  const shared = samples.reduce((sum, each) => sum + (each.at - at) * (each.value - value), 0);
  return shared / samples.reduce((sum, each) => sum + (each.at - at) ** 2, 0);
}

/**
 * Runs one step of a benchmark and logs it, so that a hanging step is visible.
 * @param limitS seconds that it may take
 * @throws Error naming the step if it takes longer; its work continues until disposed
 */
export async function step<T>(name: string, limitS: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${limitS} s: ${name}`)), limitS * 1_000);
  });
  console.log(`  … ${name}`);
  try {
    const result = await Promise.race([work(), late]);
    console.log(`    ${name}: done in ${seconds()} s`);
    return result;
  } catch (error) {
    console.log(`    ${name}: failed after ${seconds()} s`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Disposes what a benchmark started, in reverse order; reports what does not end in time. */
export async function disposeAll(begun: readonly { readonly name: string; readonly end: () => Promise<unknown> }[]) {
  for (const { name, end } of [...begun].reverse()) {
    await step(`disposing ${name}`, 30, end).catch((error: unknown) => console.error(`  ${String(error)}`));
  }
}
