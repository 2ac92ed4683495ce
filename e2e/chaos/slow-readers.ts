import { connect, type Socket } from 'node:net';
import { largePicture } from '@berth/contract/testing/samples';
import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import { allShow } from './lib/fleet.ts';
import { heals, memoryMb, type Outcome, pause, percentile } from './lib/outcome.ts';

const PICTURE_KB = 3 * 1024;
const CHANGES = 25;
const READERS = 300;
const WATCH_MS = 30_000;
const PATIENCE_MS = 120_000;
/** Far less than all queued data: 25 images per slow machine, one for each of 300 readers. */
const GROWTH_MAX_MB = 250;

/**
 * Half of the machines stop reading while large changes are saved, then hundreds of API clients do: queued data does
 * not fill memory, everyone else is served, and the machines have the newest state afterward.
 */
export async function slowReaders(environment: ChaosEnvironment): Promise<Outcome> {
  const { nodes, fleet, call, profileId, key } = environment;
  const memory = watchMemory(nodes.nodes.map(({ pid }) => pid));
  const times: number[] = [];
  const sockets: Socket[] = [];
  const faults: string[] = [];
  let revision = 0;
  try {
    await memory.start();
    fleet.freeze(0);
    for (let change = 0; change < CHANGES; change += 1) {
      const custom_background = largePicture(PICTURE_KB + change);
      const patch = { definition: { thinhoc: { customization: { custom_background } } } };
      const { status, reply } = await call<{ revision: number }>('PATCH', `/profiles/${profileId}`, patch);
      if (status === 200) revision = reply.revision;
      else faults.push(`a change was answered ${status}`);
    }
    const machines = await memory.peak();
    for (const { url } of nodes.nodes) {
      for (let count = 0; count < READERS / nodes.nodes.length; count += 1) {
        sockets.push(askAndNotRead(url, `/api/profiles/${profileId}`, key));
      }
    }
    for (const start = performance.now(); performance.now() - start < WATCH_MS; ) {
      const began = performance.now();
      const { status } = await call('GET', `/organization/${environment.organizationId}/machines/summary`);
      times.push(performance.now() - began);
      if (status !== 200) faults.push(`a call was answered ${status}`);
      await pause(200);
    }
    const people = await memory.peak();
    fleet.thaw(0);
    for (const socket of sockets) socket.destroy();
    const back = await heals(() => allShow(environment, revision), PATIENCE_MS);
    const grown = Math.max(machines, people);
    if (grown > GROWTH_MAX_MB) faults.push(`a node grew by ${grown} MB`);
    if (back === undefined) faults.push('not every machine shows the last change');
    return {
      name: 'machines and clients that stop reading',
      faults,
      figures: {
        'MB that a node grew by, slow machines': machines,
        [`MB that a node grew by, ${READERS} slow clients`]: people,
        'p95 of calls meanwhile, ms': percentile(times, 0.95),
        'ms until the machines show the last change': back ?? 'never',
      },
    };
  } finally {
    memory.stop();
    fleet.thaw(0);
    for (const socket of sockets) socket.destroy();
  }
}

function askAndNotRead(url: string, path: string, key: string): Socket {
  const { port, host } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  return socket;
}

/** The largest growth of any of the processes since the start. */
function watchMemory(pids: readonly (() => number)[]) {
  const before: number[] = [];
  let most = 0;
  const look = async (): Promise<void> => {
    for (const [index, pid] of pids.entries()) most = Math.max(most, (await memoryMb(pid())) - (before[index] ?? 0));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    async start() {
      for (const pid of pids) before.push(await memoryMb(pid()));
      timer = setInterval(() => void look().catch(() => undefined), 500);
    },
    async peak() {
      await look();
      return Math.round(most);
    },
    stop: () => clearInterval(timer),
  };
}
