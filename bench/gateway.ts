import { join } from 'node:path';
import { run as runProcess } from '@berth/e2e/kit/process';
import { startFleet } from './lib/fleet.ts';
import { openHarbour } from './lib/harbour.ts';
import { earlier, type Figure, type Result, residentMb, rounded } from './lib/result.ts';
import { cpuShare } from './lib/usage.ts';

/** As many as one process may hold open here: files are limited to 20,000. BENCH_MACHINES sets others. */
const SIZES = (process.env.BENCH_MACHINES ?? '1000,5000,19000').split(',').map(Number);
const SETTLE_MS = 15_000;
const WATCH_MS = 40_000;
const LIB = join(import.meta.dirname, 'lib');

interface Cost {
  /** Of the process over what it took without any machine. */
  readonly kbEach: number;
  /** Percent of a core for a thousand of them at rest. */
  readonly cpuPerThousand: number;
}

/** What a connected machine costs the server's process at rest, beside a bare `ws` server that holds as many sockets. */
export async function run(): Promise<Result> {
  const figures: Figure[] = [];
  for (const machines of SIZES) {
    const [ours, bare] = [await berth(machines), await bareServer(machines)];
    const at = `${machines} machines`;
    figures.push(
      { name: `${at}: resident memory each`, unit: 'kB', value: rounded(ours.kbEach, 1) },
      { name: `${at}: bare ws, resident memory each`, unit: 'kB', value: rounded(bare.kbEach, 1) },
      { name: `${at}: processor for a thousand at rest`, unit: '%', value: rounded(ours.cpuPerThousand, 3) },
      { name: `${at}: bare ws, processor for a thousand at rest`, unit: '%', value: rounded(bare.cpuPerThousand, 3) },
    );
  }
  // Sizes may be measured one by one: a large one takes a quarter of an hour.
  const others = (await earlier('gateway')).filter(
    ({ name }) => !SIZES.some((size) => name.startsWith(`${size} machines`)),
  );
  const sizeOf = ({ name }: Figure): number => Number.parseInt(name, 10);
  return { benchmark: 'gateway', figures: [...others, ...figures].sort((a, b) => sizeOf(a) - sizeOf(b)) };
}

async function berth(machines: number): Promise<Cost> {
  const harbour = await openHarbour();
  try {
    const before = await residentMb([harbour.server.pid()]);
    const fleet = await startFleet(harbour, machines);
    try {
      return await costOf(harbour.server.pid(), before, machines);
    } finally {
      await fleet.stop();
    }
  } finally {
    await harbour.dispose();
  }
}

async function bareServer(machines: number): Promise<Cost> {
  const server = runProcess(join(LIB, 'bare-ws.ts'), [], {});
  try {
    const [, port = ''] = await server.line(/^port (\d+)$/);
    const before = await residentMb([server.child.pid ?? 0]);
    const clients = runProcess(join(LIB, 'bare-clients.ts'), [port, String(machines)], {});
    try {
      await clients.line(/^open$/, 300_000);
      return await costOf(server.child.pid ?? 0, before, machines);
    } finally {
      await clients.end('SIGKILL');
    }
  } finally {
    await server.end();
  }
}

async function costOf(pid: number, beforeMb: number, machines: number): Promise<Cost> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const cpu = await cpuShare(pid, WATCH_MS);
  const kbEach = (((await residentMb([pid])) - beforeMb) * 1_024) / machines;
  return { kbEach, cpuPerThousand: (cpu / machines) * 1_000 };
}
