import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBenchEnvironment } from './lib/bench-environment.ts';
import { registerFleet, startFleet } from './lib/fleet.ts';
import { type Result, rounded } from './lib/result.ts';

const MACHINES = 300;
const SETTLE_MS = 30_000;
/** Interval after which a heartbeat is written. */
const WATCH_MS = 300_000;
const BENCH_DATA = join(import.meta.dirname, '../packages/server/scripts/bench-data.ts');

interface Counted {
  readonly rows: Readonly<Record<string, number>>;
  readonly logBytes: number;
}

/** Database writes for connected idle machines: a count, the same on any computer. */
export async function run(): Promise<Result> {
  const environment = await startBenchEnvironment();
  try {
    await registerFleet(environment, MACHINES);
    const fleet = await startFleet(environment, MACHINES);
    try {
      await pause(SETTLE_MS);
      const before = await count(environment.data);
      await pause(WATCH_MS);
      const after = await count(environment.data);
      const perHour = (added: number) => (added / MACHINES) * (3_600_000 / WATCH_MS);
      const added = Object.entries(after.rows).map(([name, rows]) => ({ name, rows: rows - (before.rows[name] ?? 0) }));
      const states = added.find(({ name }) => name === 'public.machine_states')?.rows ?? 0;
      const others = added.reduce((sum, { rows }) => sum + rows, -states);
      const at = `${MACHINES} machines: `;
      return {
        benchmark: 'writes',
        figures: [
          { name: `${at}state rows written, each and hour at rest`, unit: 'count', value: rounded(perHour(states), 2) },
          { name: `${at}other rows, each and hour at rest`, unit: 'count', value: rounded(perHour(others), 2) },
          {
            name: `${at}log of changes, each and hour at rest`,
            unit: 'kB',
            value: rounded(perHour(after.logBytes - before.logBytes) / 1_024, 2),
          },
        ],
      };
    } finally {
      await fleet.stop();
    }
  } finally {
    await environment.dispose();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function count(data: string): Promise<Counted> {
  return JSON.parse((await promisify(execFile)(process.execPath, [BENCH_DATA, 'count-writes', data])).stdout);
}
