import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Nats, startNats } from '@berth/testing/nats';
import { freePort } from '@berth/testing/ports';
import { type Running, run } from '@berth/testing/process';
import { startBalancer } from './balancer.ts';
import { MAIN, mailTo, runServer, type Server } from './server.ts';

const DATABASE = join(import.meta.dirname, '../../packages/server/scripts/database.ts');

/** A part that can be stopped, and started again at the same address. */
export interface Part {
  readonly start: () => Promise<void>;
  /** Kills it as a power cut does. */
  readonly kill: () => Promise<void>;
}

/** One server of several; it may restart as another version of the program. */
export interface Node extends Omit<Part, 'start'> {
  readonly url: string;
  readonly pid: () => number;
  /** The log since its last start. */
  readonly log: () => string;
  /** @param program the server's main file; by default the one that ran before. */
  readonly start: (program?: string) => Promise<void>;
  /** Stops it as an operator does: it finishes its work. */
  readonly stop: () => Promise<void>;
}

/** Several servers as one installation: a real PostgreSQL, a real NATS, and a round-robin balancer. */
export interface Nodes {
  /** The installation as people and machines see it: one server. */
  readonly server: Pick<Server, 'url' | 'mailTo'>;
  readonly nodes: readonly Node[];
  /** Sends new connections to these nodes only. */
  readonly balance: (among: readonly Node[]) => void;
  readonly nats: Nats;
  /** Restarts automatically after a kill; `end` is an orderly shutdown. */
  readonly database: Part & { readonly end: () => Promise<void> };
  /** Holds the database and the nodes' files. */
  readonly folder: string;
  readonly dispose: () => Promise<void>;
}

/**
 * Starts everything. `folder` holds the database; by default a new one that is removed at the end. `program` is the
 * main file of the servers.
 */
export async function startNodes(
  count: number,
  env: Record<string, string> = {},
  { folder, program = MAIN }: { readonly folder?: string | undefined; readonly program?: string } = {},
): Promise<Nodes> {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'berth-nodes-')));
  const parts: (() => Promise<void>)[] = [];
  const dispose = async (): Promise<void> => {
    for (const part of parts.splice(0).reverse()) await part();
    if (folder === undefined) await rm(place, { recursive: true, force: true });
  };
  try {
    const database = await startDatabase(join(place, 'database'));
    parts.push(database.end);
    const nats = await startNats();
    parts.push(nats.kill);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const data = join(place, 'data');
    const shared = {
      BERTH_DATA: data,
      BERTH_PUBLIC_URL: url,
      BERTH_SECRET: randomBytes(32).toString('base64url'),
      DATABASE_URL: database.url,
      NATS_URL: nats.url,
      BERTH_RATE_FACTOR: '1000',
      ...env,
    };
    const nodes: Node[] = [];
    for (let index = 0; index < count; index += 1) {
      const node = await startNode(shared, program);
      parts.push(node.kill);
      nodes.push(node);
    }
    const ports = (among: readonly Node[]) => among.map((node) => Number(new URL(node.url).port));
    const balancer = await startBalancer(port, ports(nodes));
    parts.push(balancer.dispose);
    return {
      server: { url, mailTo: (address, about) => mailTo(data, address, about) },
      nodes,
      balance: (among) => balancer.use(ports(among)),
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

/** A real PostgreSQL server whose data lie in a folder; resolves to its address. */
export async function startDatabase(
  folder: string,
): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
  const database = run(DATABASE, [folder], {});
  const [, url = ''] = await database.line(/^database (\S+)$/);
  return { url, end: () => database.end() };
}

async function startNode(env: Record<string, string>, program: string): Promise<Node> {
  const port = await freePort();
  let running: Running | undefined;
  let last = program;
  const start = async (next = last): Promise<void> => {
    last = next;
    running = await runServer({ ...env, BERTH_PORT: String(port) }, next);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await running?.end(signal);
    running = undefined;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => running?.child.pid ?? 0,
    log: () => running?.output() ?? '',
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** The database's own supervisor starts it again. */
function databasePart(cluster: string): Nodes['database'] {
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const [pid = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), name);
  };
  return { start: async () => {}, kill: () => signal('SIGKILL'), end: () => signal('SIGINT') };
}
