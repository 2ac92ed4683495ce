import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../ports/programs.ts';

const STEP_MS = 50;

/** Time for a program to listen: a tenth of a second on an idle computer, many seconds on a slow or busy one. */
const SERVER_START_MS = 30_000;

/**
 * Connects to a server that is starting, as soon as it listens.
 * @param path Path of its Unix socket.
 * @throws {Error} The server ended, or did not listen in time.
 */
export function connectToStarting(server: Running, path: string): Promise<Socket> {
  return untilListening(server, () => dial(path));
}

/** Tries `connectOnce` until it succeeds, the server has ended, or too much time has passed. */
export async function untilListening<Connection>(
  server: Pick<Running, 'exited'>,
  connectOnce: () => Promise<Connection>,
): Promise<Connection> {
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  // Not by the clock, which may be set meanwhile: computers without a battery start in the past.
  for (const end = performance.now() + SERVER_START_MS; ; ) {
    try {
      return await connectOnce();
    } catch (error) {
      if (hasEnded || performance.now() > end) throw error;
      await sleep(STEP_MS);
    }
  }
}

function dial(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket));
    socket.once('error', reject);
  });
}
