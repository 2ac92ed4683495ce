import { type BenchEnvironment, startBenchEnvironment } from './lib/bench-environment.ts';
import { type Fleet, registerFleet, startFleet } from './lib/fleet.ts';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';
import { cpuSeconds, cpuSecondsOfAll, cpuShare } from './lib/usage.ts';

/** BENCH_MACHINES overrides it; one process can open 20,000 files here. */
const SIZES = (process.env.BENCH_MACHINES ?? '1000,5000,10000,19000').split(',').map(Number);
const PATIENCE_MS = 300_000;
/**
 * Additional machines that connect and disconnect while the console polls: their number, and disconnects per minute.
 */
const RESTLESS = { machines: 300, perMinute: 1_800 };
const POLLS = 100;
const UNCHANGED_POLLS = 1_000;

/** Whole fleets on one node: a profile save, a command to all, concurrent polls, and a restart of the node. */
export async function run(): Promise<Result> {
  const figures: Figure[] = [];
  for (const machines of SIZES) figures.push(...(await figuresOf(machines)));
  return { benchmark: 'fleet', figures, isPartial: true };
}

async function figuresOf(machines: number): Promise<Figure[]> {
  const environment = await startBenchEnvironment();
  const at = `${machines} machines: `;
  try {
    await registerFleet(environment, machines);
    await registerFleet(environment, RESTLESS.machines, 'Restless');
    const start = performance.now();
    const fleet = await startFleet(environment, machines);
    const connected = secondsSince(start);
    try {
      const save = await saveToAll(environment, fleet);
      const layer = await saveLayerToAll(environment, fleet);
      const command = await commandToAll(environment, fleet);
      const unchanged = await unchangedPolls(environment);
      const restless = await pollsMeanwhile(environment);
      const storm = await restart(environment, fleet);
      return [
        { name: `${at}all come at once, until the last is welcomed`, unit: 's', value: connected },
        { name: `${at}acknowledged save until 99% show it`, unit: 's', value: save, aim: 10 },
        { name: `${at}acknowledged layer of the organization until 99% show it`, unit: 's', value: layer, aim: 10 },
        { name: `${at}one message to all, until the last has it`, unit: 's', value: command.told },
        { name: `${at}one message to all, until the last answer`, unit: 's', value: command.answered },
        { name: `${at}poll of the live list, nothing changed, p95`, unit: 'ms', value: unchanged.p95 },
        { name: `${at}poll of the live list, nothing changed, processor`, unit: 'ms', value: unchanged.cpu },
        { name: `${at}poll of the live list while 30 a second come or go, p95`, unit: 'ms', value: restless.poll },
        { name: `${at}page of the list while 30 a second come or go, p95`, unit: 'ms', value: restless.page },
        { name: `${at}restart of the node until all are back`, unit: 's', value: storm.seconds, aim: 120 },
        { name: `${at}a machine that comes back, processor of the node`, unit: 'ms', value: storm.node, aim: 0.4 },
        {
          name: `${at}a machine that comes back, processor of the database`,
          unit: 'ms',
          value: storm.database,
          aim: 0.3,
        },
        { name: `${at}a person's calls during that, p95`, unit: 'ms', value: storm.p95 },
        { name: `${at}a person's calls during that, server errors`, unit: 'count', value: storm.failed, aim: 0 },
        { name: `${at}a person's calls during that, not answered`, unit: 'count', value: storm.unanswered, aim: 0 },
      ];
    } finally {
      await fleet.stop();
    }
  } finally {
    await environment.dispose();
  }
}

const secondsSince = (start: number) => rounded((performance.now() - start) / 1_000, 2);

async function saveToAll({ api, profileId }: BenchEnvironment, fleet: Fleet): Promise<number> {
  // Until then they show the first revision.
  await fleet.until('the first profile', () => fleet.showing(1) === fleet.machines, PATIENCE_MS);
  await api.merge(profileId, { definition: { thinhoc: { customization: { color_primary: '#0b7285' } } } });
  const start = performance.now();
  await fleet.until('the save', () => fleet.showing(2) >= fleet.machines * 0.99, PATIENCE_MS);
  const seconds = secondsSince(start);
  await fleet.until('the rest', () => fleet.showing(2) === fleet.machines, PATIENCE_MS);
  return seconds;
}

/** A layer that all machines take up: none has a layer yet. */
async function saveLayerToAll({ api, organizationId }: BenchEnvironment, fleet: Fleet): Promise<number> {
  const before = fleet.applications();
  const definition = { thinhoc: { customization: { color_secondary: '#495057' } } };
  const layer = { name: 'House colors', scope: 'organization', definition, off: [], locks: [] };
  await api.send('POST', `/organization/${organizationId}/layers`, layer);
  const start = performance.now();
  const showing = (share: number) => () => fleet.applications() - before >= fleet.machines * share;
  await fleet.until('the layer', showing(0.99), PATIENCE_MS);
  const seconds = secondsSince(start);
  await fleet.until('the rest', showing(1), PATIENCE_MS);
  return seconds;
}

interface Batch {
  readonly id: string;
  readonly total: number;
  readonly states: { readonly succeeded: number };
}

async function commandToAll({ api, organizationId }: BenchEnvironment, fleet: Fleet) {
  const start = performance.now();
  const path = `/organization/${organizationId}/commands`;
  // Without the restless ones, which are not there yet: their message would wait.
  const filter = JSON.stringify({ where: { name: { like: 'Virtual%' } } });
  const { id, total } = await api.send<Batch>('POST', path, { type: 'notify', msg: 'Hello', filter });
  await fleet.until('the command', () => fleet.commands() >= fleet.machines, PATIENCE_MS);
  const told = secondsSince(start);
  while ((await api.send<Batch>('GET', `${path}/${id}`)).states.succeeded < total) {
    if (performance.now() - start > PATIENCE_MS) throw new Error('not every machine has answered the message');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { told, answered: secondsSince(start) };
}

/** Sends a request as the console does; returns the reply and its duration. */
async function ask({ url, token, organizationId }: BenchEnvironment, what: string, etag?: string) {
  const start = performance.now();
  const headers = { authorization: `Bearer ${token}`, ...(etag ? { 'if-none-match': etag } : {}) };
  const reply = await fetch(`${url}/api/organization/${organizationId}/${what}`, { headers });
  await reply.arrayBuffer();
  return { ms: performance.now() - start, status: reply.status, etag: reply.headers.get('etag') ?? '' };
}

const RUNTIME = 'machines/runtime';

/** Unchanged polls: their duration, and the server's CPU cost per poll above idle. */
async function unchangedPolls(environment: BenchEnvironment) {
  const pid = environment.server.pid();
  const atRest = (await cpuShare(pid, 10_000)) / 100;
  const samples: number[] = [];
  let { etag } = await ask(environment, RUNTIME);
  const [before, start] = [await cpuSeconds(pid), performance.now()];
  while (samples.length < UNCHANGED_POLLS) {
    const reply = await ask(environment, RUNTIME, etag);
    etag = reply.etag;
    samples.push(reply.ms);
  }
  const seconds = (performance.now() - start) / 1_000;
  const cpu = (await cpuSeconds(pid)) - before - atRest * seconds;
  return { p95: rounded(percentile(samples, 0.95), 1), cpu: rounded((cpu / UNCHANGED_POLLS) * 1_000, 2) };
}

/** The live list and a page of the table while machines connect and disconnect. */
async function pollsMeanwhile(environment: BenchEnvironment) {
  const options = { name: 'Restless', churn: RESTLESS.perMinute };
  const restless = await startFleet(environment, RESTLESS.machines, options);
  const [polls, pages]: [number[], number[]] = [[], []];
  let etag: string | undefined;
  for (let round = 0; round < POLLS; round += 1) {
    const poll = await ask(environment, RUNTIME, etag);
    etag = poll.etag;
    polls.push(poll.ms);
    pages.push((await ask(environment, `machines?${new URLSearchParams({ filter: '{"limit":100}' })}`)).ms);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await restless.stop();
  return { poll: rounded(percentile(polls, 0.95), 1), page: rounded(percentile(pages, 0.95), 1) };
}

async function restart(environment: BenchEnvironment, fleet: Fleet) {
  await environment.server.stop();
  await fleet.until('the goodbye', () => fleet.online() === 0, PATIENCE_MS);
  await environment.server.start();
  const start = performance.now();
  const before = await processorOf(environment);
  let [failed, unanswered] = [0, 0];
  let isOver = false;
  const samples: number[] = [];
  // A person who works at the same time.
  const person = (async () => {
    while (!isOver) {
      // A socket left from before the restart ends without a reply, as in a browser.
      const reply = await ask(environment, 'profiles').catch(() => undefined);
      if (!reply) unanswered += 1;
      else if (reply.status >= 500) failed += 1;
      if (reply) samples.push(reply.ms);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  await fleet.until('coming back', () => fleet.online() === fleet.machines, PATIENCE_MS);
  const seconds = secondsSince(start);
  const after = await processorOf(environment);
  isOver = true;
  await person;
  const each = (all: number) => rounded((all * 1_000) / fleet.machines, 2);
  const [node, database] = [each(after.node - before.node), each(after.database - before.database)];
  return { seconds, node, database, failed, unanswered, p95: rounded(percentile(samples, 0.95), 1) };
}

/** Seconds that the server and its database have worked since their start. */
async function processorOf({ server }: BenchEnvironment): Promise<{ node: number; database: number }> {
  const [all, node] = await Promise.all([cpuSecondsOfAll(server.pid()), cpuSeconds(server.pid())]);
  return { node, database: all - node };
}
