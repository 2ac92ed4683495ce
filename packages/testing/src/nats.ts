import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort, listening } from './ports.ts';
import { endProgram } from './process.ts';

/** A real, private NATS server on loopback that can be stopped and restarted at the same address. */
export interface Nats {
  readonly url: string;
  readonly start: () => Promise<void>;
  /** Kills it as a power cut does. */
  readonly kill: () => Promise<void>;
  /** Freezes it: it runs, but neither receives nor replies, as with a pulled cable. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

export async function startNats(): Promise<Nats> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    // Debian installs it among the system programs.
    const env = { PATH: `${process.env.PATH}:/usr/sbin` };
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore', env });
    await once(child, 'spawn');
    await listening(port);
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (child) await endProgram(child, 'SIGKILL');
      child = undefined;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}
