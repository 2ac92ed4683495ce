import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run as runProcess } from '@berth/testing/process';
import { type BenchEnvironment, startBenchEnvironment } from './lib/bench-environment.ts';
import { registerFleet, startFleet } from './lib/fleet.ts';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';
import { cpuSeconds, cpuSecondsOfAll } from './lib/usage.ts';

const MACHINES = 1_000;
/** The gateway spares memory for up to a minute after a thousand machines connected (reconnect-memory.ts). */
const RUSH_MS = 75_000;
/** Enough for V8 to compile what is called often. */
const WARM_UP = 600;
const CALLS = 600;
/** One round on a shared computer can be off by a quarter. */
const ROUNDS = 5;
const AT_ONCE = 4;
const BARE = join(import.meta.dirname, 'lib/bare-fastify.ts');

/** A kind of call that is repeated. */
interface Call {
  readonly name: string;
  readonly path: string;
  readonly init: (turn: number) => RequestInit;
  readonly status: number;
}

/**
 * Cost of an API call with 1,000 machines in the organization, compared with a bare fastify route that returns the same
 * bytes.
 */
export async function run(): Promise<Result> {
  const environment = await startBenchEnvironment();
  try {
    await registerFleet(environment, MACHINES);
    const fleet = await startFleet(environment, MACHINES);
    try {
      await pause(RUSH_MS);
      const figures: Figure[] = [];
      for (const call of await callsOf(environment)) figures.push(...(await measure(environment, call)));
      return { benchmark: 'api', figures };
    } finally {
      await fleet.stop();
    }
  } finally {
    await environment.dispose();
  }
}

async function callsOf({ api, url, token, organizationId }: BenchEnvironment): Promise<Call[]> {
  const [machine] = await api.machines();
  const machines = `/api/organization/${organizationId}/machines`;
  const headers = { authorization: `Bearer ${token}` };
  const polled = await fetch(`${url}${machines}/runtime`, { headers });
  const etag = polled.headers.get('etag') ?? '';
  await polled.arrayBuffer();
  const get = () => ({ headers });
  const json = { ...headers, 'content-type': 'application/json' };
  const rename = (turn: number) => ({ method: 'PATCH', headers: json, body: JSON.stringify({ name: `Name ${turn}` }) });
  return [
    // 304 first: later calls change the ETag.
    {
      name: 'poll of 1,000 machines, 304',
      path: `${machines}/runtime`,
      init: () => ({ headers: { ...headers, 'if-none-match': etag } }),
      status: 304,
    },
    { name: 'poll of 1,000 machines, 200', path: `${machines}/runtime`, init: get, status: 200 },
    { name: 'list, 100 machines of 1,000', path: machines, init: get, status: 200 },
    { name: 'read of a machine', path: `/api/machines/${machine.id}`, init: get, status: 200 },
    { name: "patch of a machine's name", path: `/api/machines/${machine.id}/name`, init: rename, status: 200 },
  ];
}

async function measure(environment: BenchEnvironment, call: Call): Promise<Figure[]> {
  const sample = await fetch(`${environment.url}${call.path}`, call.init(0));
  const bytes = Buffer.from(await sample.arrayBuffer());
  const ours = await cost(environment.server.pid(), call, `${environment.url}${call.path}`);

  const process = runProcess(BARE, [], {});
  try {
    const port = (await process.line(/port (\d+)/))[1];
    const address = `http://127.0.0.1:${port}/reply`;
    const put = { method: 'PUT', headers: { 'content-type': 'application/octet-stream' }, body: bytes };
    await fetch(address, put);
    const bare = await cost(process.child.pid ?? 0, call, address);
    const kilobytes = rounded(bytes.length / 1_000, 1);
    return [
      { name: `${call.name} (${kilobytes} kB): processor of the server`, unit: 'ms', value: ours.cpuMs },
      { name: `${call.name}: processor of the database`, unit: 'ms', value: ours.othersMs },
      { name: `${call.name}: processor of bare fastify`, unit: 'ms', value: bare.cpuMs },
      { name: `${call.name}: p95`, unit: 'ms', value: ours.p95 },
      { name: `${call.name}: p95 of bare fastify`, unit: 'ms', value: bare.p95 },
    ];
  } finally {
    await process.end();
  }
}

interface Cost {
  readonly cpuMs: number;
  readonly othersMs: number;
  readonly p95: number;
}

/** CPU time of a process and of the processes that it started, per call, and the latency of callers: medians. */
async function cost(pid: number, call: Call, address: string): Promise<Cost> {
  await callMany(call, address, WARM_UP);
  const rounds: Cost[] = [];
  while (rounds.length < ROUNDS) {
    const [own, all] = [await cpuSeconds(pid), await cpuSecondsOfAll(pid)];
    const times = await callMany(call, address, CALLS);
    const spent = (await cpuSeconds(pid)) - own;
    const others = (await cpuSecondsOfAll(pid)) - all - spent;
    const perCall = (seconds: number) => (seconds * 1_000) / CALLS;
    rounds.push({ cpuMs: perCall(spent), othersMs: perCall(others), p95: percentile(times, 0.95) });
  }
  const median = (part: keyof Cost, digits: number) =>
    rounded(
      percentile(
        rounds.map((round) => round[part]),
        0.5,
      ),
      digits,
    );
  return { cpuMs: median('cpuMs', 2), othersMs: median('othersMs', 2), p95: median('p95', 1) };
}

async function callMany(call: Call, address: string, count: number): Promise<number[]> {
  const times: number[] = [];
  let turn = 0;
  const caller = async () => {
    while (turn < count) {
      turn += 1;
      const start = performance.now();
      const reply = await fetch(address, call.init(turn));
      await reply.arrayBuffer();
      times.push(performance.now() - start);
      if (reply.status !== call.status) throw new Error(`${call.name} answered ${reply.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return times;
}
