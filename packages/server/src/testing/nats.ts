import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './ports.ts';

/** A real NATS server of one's own on loopback, which can go away and come back at the same address. */
export interface TestNats {
  readonly url: string;
  start(): Promise<void>;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
}

export async function startNats(): Promise<TestNats> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const nats: TestNats = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], {
        stdio: 'ignore',
        env: { PATH: `${process.env.PATH}:/usr/sbin` },
      });
      await once(child, 'spawn');
      await answers(port);
    },
    async kill() {
      const ended = child && once(child, 'exit');
      child?.kill('SIGKILL');
      await ended;
      child = undefined;
    },
  };
  await nats.start();
  return nats;
}

async function answers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 2_400; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await pause(25);
  }
  throw new Error('NATS did not start');
}
