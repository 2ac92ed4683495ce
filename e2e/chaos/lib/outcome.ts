import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

/** Result of one scenario. */
export interface Outcome {
  readonly name: string;
  /** Broken promises; empty on success. */
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<string, number | string>>;
}

/** Saves the results of a run as a JSON file next to this program. */
export async function save(name: string, run: object, outcomes: readonly Outcome[]): Promise<void> {
  const folder = join(import.meta.dirname, '../results');
  await mkdir(folder, { recursive: true });
  const machine = { cpus: cpus().length, memoryMb: Math.round(totalmem() / 1024 ** 2), node: process.version };
  const text = JSON.stringify({ name, at: new Date().toISOString(), ...run, machine, outcomes }, null, 2);
  await writeFile(join(folder, `${name}.json`), `${text}\n`);
}

export function report({ name, faults, figures }: Outcome): void {
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  for (const [what, value] of Object.entries(figures)) console.log(`         ${what}: ${value}`);
  for (const fault of faults) console.log(`         ! ${fault}`);
}

/** Resolves with the time until the condition held, in milliseconds; undefined if it did not hold in time. */
export async function heals(holds: () => Promise<boolean>, patienceMs: number): Promise<number | undefined> {
  const start = performance.now();
  while (performance.now() - start < patienceMs) {
    if (await holds().catch(() => false)) return Math.round(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return undefined;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The given percentile of the samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
}

/** Memory that a process uses now. */
export async function memoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}
