import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from '@berth/e2e/kit/nodes';
import { mailTo, runServer, type Server } from '@berth/e2e/kit/server';
import { startNats } from '@berth/testing/nats';
import { freePort } from '@berth/testing/ports';

/** Two nodes without a balancer, each at its own URL, so that it is known which one serves a machine. */
export interface Pair {
  /** Used by people and some machines. */
  readonly first: Pick<Server, 'url' | 'mailTo'>;
  /** URL for the other machines. */
  readonly second: string;
  /** Folder of the database, as a server's data folder. */
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
    const database = await startDatabase(folder);
    parts.push(database.end);
    const nats = await startNats();
    parts.push(nats.kill);
    const secret = randomBytes(32).toString('base64url');
    const urls: string[] = [];
    for (const name of ['first', 'second']) {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const node = await runServer({
        BERTH_DATA: join(folder, name),
        BERTH_PORT: String(port),
        BERTH_PUBLIC_URL: url,
        BERTH_SECRET: secret,
        BERTH_RATE_FACTOR: '1000',
        DATABASE_URL: database.url,
        NATS_URL: nats.url,
        ...env,
      });
      parts.push(() => node.end());
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
