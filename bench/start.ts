import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@berth/testing/ports';
import { percentile, type Result, residentMb, rounded } from './lib/result.ts';
import { withDescendants } from './lib/usage.ts';

const ROOT = join(import.meta.dirname, '..');
const STARTS = 5;
const SETTLE_MS = 10_000;

/** `npm start` on an existing data folder: seconds to the first reply, and idle memory. */
export async function run(): Promise<Result> {
  const data = await mkdtemp(join(tmpdir(), 'berth-bench-start-'));
  const port = await freePort();
  const seconds: number[] = [];
  let memory = 0;
  let serverMemory = 0;
  try {
    for (let start = 0; start <= STARTS; start++) {
      const before = performance.now();
      const child = spawn('npm', ['start'], {
        cwd: ROOT,
        env: { ...process.env, BERTH_DATA: data, BERTH_PORT: String(port) },
        stdio: 'ignore',
      });
      await answered(`http://localhost:${port}/api/ping`);
      // The first start creates the database: it is a cold one.
      if (start > 0) {
        seconds.push((performance.now() - before) / 1000);
      }
      if (start === STARTS) {
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
        const started = await withDescendants(child.pid ?? 0);
        memory = await residentMb(started);
        serverMemory = await residentMb(await serversAmong(started));
      }
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  } finally {
    await rm(data, { recursive: true, force: true, maxRetries: 10 });
  }
  return {
    benchmark: 'start',
    figures: [
      {
        name: 'npm start, warm, to the first answer, median',
        unit: 's',
        value: rounded(percentile(seconds, 0.5), 2),
        aim: 0.8,
      },
      { name: 'npm start, warm, slowest', unit: 's', value: rounded(Math.max(...seconds), 2) },
      { name: 'idle memory of the server’s Node (PSS)', unit: 'MB', value: rounded(serverMemory), aim: 130 },
      { name: 'idle memory of everything it started (PSS)', unit: 'MB', value: rounded(memory), aim: 250 },
    ],
  };
}

/** Not npm, the program that waits for it, or the database. */
async function serversAmong(pids: readonly number[]): Promise<readonly number[]> {
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return pids.filter((_, at) => lines[at]?.includes('packages/server/src/main.'));
}

async function answered(url: string): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt++) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not answer`);
}
