import { join } from 'node:path';
import { FLAGS } from '@berth/e2e/kit/server';
import { run as runProcess } from '@berth/testing/process';
import { startBenchEnvironment } from './lib/bench-environment.ts';
import { registerFleet, startFleet } from './lib/fleet.ts';
import { type Meter, openMeter, type Reading } from './lib/meter.ts';
import { type Figure, type Result, rounded } from './lib/result.ts';
import { cpuShare } from './lib/usage.ts';

/** As many as one process can open here: files are limited to 20,000. BENCH_MACHINES overrides it. */
const SIZES = (process.env.BENCH_MACHINES ?? '1000,5000,10000,19000').split(',').map(Number);
const SETTLE_MS = 5_000;
/** Two pings of each machine. */
const WATCH_MS = 40_000;
/** Time to measure a server without connections. */
const ALONE_MS = 15_000;
const LIB = join(import.meta.dirname, 'lib');

/** What connections cost a server process, on top of its idle cost. */
interface Cost {
  /** kB, after garbage collection. */
  readonly resident: number;
  /** kB of JavaScript objects and buffers. */
  readonly held: number;
  /** Percent of a core, idle. */
  readonly cpu: number;
}

/**
 * Cost of an idle connected machine to the server process, compared with a bare `ws` server that holds as many sockets
 * and runs with the same Node options.
 */
export async function run(): Promise<Result> {
  const figures: Figure[] = [];
  const meter = await openMeter();
  try {
    for (const machines of SIZES) {
      figures.push(...figuresOf(machines, '', await berth(meter, machines)));
      figures.push(...figuresOf(machines, 'bare ws, ', await bareServer(meter, machines)));
    }
  } finally {
    await meter.dispose();
  }
  // Sizes can be measured separately: all of them take 15 minutes.
  return { benchmark: 'gateway', figures, isPartial: true };
}

function figuresOf(machines: number, whose: string, { resident, held, cpu }: Cost): Figure[] {
  const at = `${machines} machines: ${whose}`;
  return [
    { name: `${at}resident memory each`, unit: 'kB', value: rounded(resident / machines, 1) },
    { name: `${at}objects and buffers each`, unit: 'kB', value: rounded(held / machines, 1) },
    { name: `${at}processor for a thousand at rest`, unit: '%', value: rounded((cpu / machines) * 1_000, 3) },
  ];
}

async function berth(meter: Meter, machines: number): Promise<Cost> {
  const environment = await startBenchEnvironment(meter.env);
  try {
    await registerFleet(environment, machines);
    return await costOf(meter, environment.server.pid(), async () => {
      const fleet = await startFleet(environment, machines);
      return fleet.stop;
    });
  } finally {
    await environment.dispose();
  }
}

async function bareServer(meter: Meter, machines: number): Promise<Cost> {
  const server = runProcess(join(LIB, 'bare-ws.ts'), [], meter.env, { flags: FLAGS });
  try {
    const [, port = ''] = await server.line(/^port (\d+)$/);
    return await costOf(meter, server.child.pid ?? 0, async () => {
      const clients = runProcess(join(LIB, 'bare-clients.ts'), [port, String(machines)], {});
      await clients.line(/^open$/, 300_000);
      return () => clients.end('SIGKILL');
    });
  } finally {
    await server.end();
  }
}

/** The same for both: without connections, then with all connected and idle. */
async function costOf(meter: Meter, pid: number, connect: () => Promise<() => Promise<void>>): Promise<Cost> {
  const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await settle();
  // Read later: by then the memory of the start has been released and does not count toward the machines.
  const cpuAlone = await cpuShare(pid, ALONE_MS);
  const alone = { ...(await meter.read(pid)), cpu: cpuAlone };
  const disconnect = await connect();
  try {
    await settle();
    const cpu = await cpuShare(pid, WATCH_MS);
    const memory: Reading = await meter.read(pid);
    return { cpu: cpu - alone.cpu, resident: memory.resident - alone.resident, held: memory.held - alone.held };
  } finally {
    await disconnect();
  }
}
