import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../ports/programs.ts';

const STEP_MS = 50;

/**
 * Connects to a server that is starting, as soon as it listens.
 * @param path Path of its Unix socket.
 * @throws {Error} The server ended, or did not listen in time.
 */
export async function connectToStarting(server: Running, path: string, withinMs: number): Promise<Socket> {
  let hasEnded = false;
  void server.exited.then(() => {
    hasEnded = true;
  });
  for (const end = Date.now() + withinMs; ; ) {
    try {
      return await dial(path);
    } catch (error) {
      if (hasEnded || Date.now() > end) throw error;
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
