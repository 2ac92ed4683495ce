import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { run as runProcess } from '@berth/testing/process';
import { WebSocket } from 'ws';
import { percentile, rounded } from './result.ts';

/** How quick this machine was when a benchmark ran: figures of two runs compare by their ratio to it. */
export interface Ruler {
  /** Median of an echo over a bare WebSocket between two processes, in ms: latency. */
  readonly echoMs: number;
  /** Processor time of a fixed amount of hashing, in ms: computing. */
  readonly workMs: number;
}

const WARM_UP = 30;
const TRIPS = 500;
const HASHED = Buffer.alloc(128 * 1024 * 1024, 'berth');

export async function measureRuler(): Promise<Ruler> {
  const before = process.cpuUsage();
  createHash('sha256').update(HASHED).digest();
  const { user, system } = process.cpuUsage(before);
  return { echoMs: rounded(percentile(await echoes(), 0.5), 3), workMs: rounded((user + system) / 1_000, 1) };
}

/** Durations of echoes over a bare WebSocket, in ms. */
export async function echoes(): Promise<number[]> {
  const server = runProcess(join(import.meta.dirname, 'bare-ws.ts'), [], {});
  try {
    const [, port = ''] = await server.line(/^port (\d+)$/);
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    await once(socket, 'open');
    const times = await timesOf(WARM_UP, TRIPS, async () => {
      const answer = once(socket, 'message');
      socket.send('{"type":"ping"}');
      await answer;
    });
    socket.terminate();
    return times;
  } finally {
    await server.end();
  }
}

/** Durations of something that is repeated, in ms, without those of the warm-up. */
export async function timesOf(warmUp: number, turns: number, trip: () => Promise<void>): Promise<number[]> {
  const samples: number[] = [];
  for (let turn = -warmUp; turn < turns; turn += 1) {
    const before = performance.now();
    await trip();
    if (turn >= 0) samples.push(performance.now() - before);
  }
  return samples;
}
