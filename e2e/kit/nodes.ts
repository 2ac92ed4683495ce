import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBalancer } from './balancer.ts';
import { type Running, run } from './process.ts';
import { freePort, MAIN, mailTo, type Server } from './server.ts';

const DATABASE = join(import.meta.dirname, '../../packages/server/scripts/database.ts');

/** Something that can be cut off, and brought back at the same address. */
export interface Part {
  readonly start: () => Promise<void>;
  /** As a power cut does. */
  readonly kill: () => Promise<void>;
}

/** Several servers as one installation: a real PostgreSQL, a real NATS, and a balancer that takes them in turn. */
export interface Nodes {
  /** What people and machines see of it: one server. */
  readonly server: Pick<Server, 'url' | 'mailTo'>;
  readonly nodes: readonly (Part & { readonly url: string; readonly pid: () => number })[];
  readonly nats: Part;
  readonly database: Part;
  /** Holds the database and what the nodes keep in files. */
  readonly folder: string;
  readonly dispose: () => Promise<void>;
}

/** Starts it all; `folder` is where the database lives, and by default a new one that is removed at the end. */
export async function startNodes(count: number, env: Record<string, string> = {}, folder?: string): Promise<Nodes> {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'berth-nodes-')));
  const parts: (() => Promise<void>)[] = [];
  const dispose = async (): Promise<void> => {
    for (const part of parts.splice(0).reverse()) await part();
    if (folder === undefined) await rm(place, { recursive: true, force: true });
  };
  try {
    const database = run(DATABASE, [join(place, 'database')], {});
    parts.push(() => database.end());
    const [, databaseUrl = ''] = await database.line(/^database (\S+)$/);
    const nats = await startNats();
    parts.push(nats.kill);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const data = join(place, 'data');
    const shared = {
      BERTH_DATA: data,
      BERTH_PUBLIC_URL: url,
      BERTH_SECRET: randomBytes(32).toString('base64url'),
      DATABASE_URL: databaseUrl,
      NATS_URL: nats.url,
      BERTH_RATE_FACTOR: '1000',
      ...env,
    };
    const nodes = [];
    for (let index = 0; index < count; index += 1) {
      const node = await startNode(shared);
      parts.push(node.kill);
      nodes.push(node);
    }
    const balancer = await startBalancer(
      port,
      nodes.map((node) => Number(new URL(node.url).port)),
    );
    parts.push(balancer.dispose);
    return {
      server: { url, mailTo: (address, about) => mailTo(data, address, about) },
      nodes,
      nats,
      database: databasePart(join(place, 'database', 'postgres')),
      folder: place,
      dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function startNode(env: Record<string, string>) {
  const port = await freePort();
  let running: Running | undefined;
  const start = async (): Promise<void> => {
    running = run(MAIN, [], { ...env, BERTH_PORT: String(port) });
    await running.line(/Berth is ready/);
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => running?.child.pid ?? 0,
    start,
    kill: async () => {
      await running?.end('SIGKILL');
      running = undefined;
    },
  };
}

async function startNats(): Promise<Part & { readonly url: string }> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const path = `${process.env.PATH}:/usr/sbin`;
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore', env: { PATH: path } });
    await once(child, 'spawn');
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill: async () => {
      if (!child) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      child = undefined;
    },
  };
}

/** The database's own supervisor starts it again. */
function databasePart(cluster: string): Part {
  return {
    start: async () => {},
    kill: async () => {
      const [pid = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
  };
}
