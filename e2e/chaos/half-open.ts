import { connect, type Socket } from 'node:net';
import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import { memoryMb, type Outcome, percentile } from './lib/outcome.ts';

const CONNECTIONS = 2_000;
const CALLS = 60;
/** More growth than this means that idle sockets can exhaust the node's memory. */
const GROWTH_MAX_MB = 120;

/**
 * Opens 2,000 connections on one node that send nothing or a partial request head, a quarter each, while API calls
 * continue.
 */
export async function halfOpen({ nodes }: ChaosEnvironment): Promise<Outcome> {
  const node = nodes.nodes[0];
  if (!node) throw new Error('there is no node');
  const before = await memoryMb(node.pid());
  const sockets: Socket[] = [];
  try {
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      if (count % 2 === 0) socket.write('GET /gateway HTTP/1.1\r\nHost: x\r\n');
      sockets.push(socket);
    }
    const times: number[] = [];
    let failed = 0;
    for (let call = 0; call < CALLS; call += 1) {
      const start = performance.now();
      const reply = await fetch(`${node.url}/api/ping`);
      await reply.arrayBuffer();
      if (!reply.ok) failed += 1;
      times.push(performance.now() - start);
    }
    const grown = Math.round((await memoryMb(node.pid())) - before);
    const faults = [
      ...(failed > 0 ? [`${failed} of ${CALLS} calls failed meanwhile`] : []),
      ...(grown > GROWTH_MAX_MB ? [`the node grew by ${grown} MB`] : []),
    ];
    return {
      name: `${CONNECTIONS} half-open connections`,
      faults,
      figures: { 'p95 of calls meanwhile, ms': percentile(times, 0.95), 'the node grew by, MB': grown },
    };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
