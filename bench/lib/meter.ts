import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { residentMb } from './result.ts';

/** Memory of a process right after garbage collection, in kB. */
export interface Reading {
  /** Resident; pages shared with other processes are divided among them (PSS). */
  readonly resident: number;
  /** Memory of JavaScript: objects, and bytes outside the heap. */
  readonly held: number;
}

/** Measures a Node process that was started with this environment. */
export interface Meter {
  readonly env: Record<string, string>;
  read(pid: number): Promise<Reading>;
  dispose(): Promise<void>;
}

export async function openMeter(): Promise<Meter> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-bench-meter-'));
  const file = join(folder, 'memory.json');
  const preload = pathToFileURL(join(import.meta.dirname, 'meter-preload.ts')).href;
  return {
    env: { NODE_OPTIONS: `--import ${preload}`, BENCH_METER: file },
    async read(pid) {
      await rm(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      const usage = JSON.parse(await written(file)) as NodeJS.MemoryUsage;
      return { resident: (await residentMb([pid])) * 1_024, held: (usage.heapUsed + usage.external) / 1_024 };
    },
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Waits until a file is complete and returns its text. */
async function written(file: string): Promise<string> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('}')) return text;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the process did not say what it holds');
}
