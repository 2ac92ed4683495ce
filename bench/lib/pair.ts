import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@berth/e2e/kit/ports';
import { run } from '@berth/e2e/kit/process';
import { FLAGS, MAIN, mailTo, type Server } from '@berth/e2e/kit/server';

const DATABASE = join(import.meta.dirname, '../../packages/server/scripts/database.ts');

/** Two nodes without a balancer, each at its own address: so that it is known which of them holds a machine. */
export interface Pair {
  /** People and some machines are here. */
  readonly first: Pick<Server, 'url' | 'mailTo'>;
  /** The others are at this address. */
  readonly second: string;
  /** Where the database lies, as a server's data folder. */
  readonly data: string;
  dispose(): Promise<void>;
}

export async function startPair(env: Record<string, string>): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-bench-pair-'));
  const parts: (() => Promise<unknown>)[] = [];
  const dispose = async () => {
    for (const part of parts.splice(0).reverse()) await part();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const database = run(DATABASE, [folder], {});
    parts.push(() => database.end());
    const [, address = ''] = await database.line(/^database (\S+)$/);
    const [natsPort, secret] = [await freePort(), randomBytes(32).toString('base64url')];
    const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], {
      stdio: 'ignore',
      env: { PATH: `${process.env.PATH}:/usr/sbin` },
    });
    await once(nats, 'spawn');
    parts.push(() => ended(nats));
    const urls: string[] = [];
    for (const name of ['first', 'second']) {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const node = run(
        MAIN,
        [],
        {
          BERTH_DATA: join(folder, name),
          BERTH_PORT: String(port),
          BERTH_PUBLIC_URL: url,
          BERTH_SECRET: secret,
          BERTH_RATE_FACTOR: '1000',
          DATABASE_URL: address,
          NATS_URL: `nats://127.0.0.1:${natsPort}`,
          ...env,
        },
        FLAGS,
      );
      parts.push(() => node.end());
      await node.line(/Berth is ready/);
      urls.push(url);
    }
    const [url = '', second = ''] = urls;
    const first = { url, mailTo: (to: string, about?: RegExp) => mailTo(join(folder, 'first'), to, about) };
    return { first, second, data: folder, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
