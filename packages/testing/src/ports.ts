import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

// Below the range that systems assign to ephemeral ports.
const FIRST = 20_000;
const OF_A_WORKER = 3_000;
const WORKERS = 4;

/** Index of the Vitest or Playwright worker. */
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0);
const own = FIRST + (worker % WORKERS) * OF_A_WORKER;
// A random start, because another run may be active on this computer.
let next = Math.floor(Math.random() * OF_A_WORKER);

/**
 * A free loopback port. No other worker gets it and no connection takes it, so it stays free until its server starts or
 * restarts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    next = (next + 1) % OF_A_WORKER;
    if (await isFree(own + next)) return own + next;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => probe.close(resolve));
  }
}

/** Resolves once a loopback port accepts connections. */
export async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isListening = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isListening) return;
    await pause(25);
  }
  throw new Error(`Nobody came to listen on port ${port}`);
}
