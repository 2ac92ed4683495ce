import { type Fleet, startFleet } from './lib/fleet.ts';
import { type BenchHarbour, openHarbour } from './lib/harbour.ts';
import { percentile, type Result, rounded } from './lib/result.ts';

/** BENCH_MACHINES sets another number; one process may hold 20,000 files open here. */
const MACHINES = Number(process.env.BENCH_MACHINES ?? '19000');
/** Machines of one batch command. */
const BATCH = 10_000;
const PATIENCE_MS = 300_000;

/** A whole fleet on one node: a profile's save, a command to all, polls meanwhile, and a restart of the node. */
export async function run(): Promise<Result> {
  const harbour = await openHarbour();
  try {
    const fleet = await startFleet(harbour, MACHINES);
    try {
      const save = await saveToAll(harbour, fleet);
      const polls = await pollTimes(harbour);
      const command = await commandToAll(harbour, fleet);
      const storm = await restart(harbour, fleet);
      const of = `of ${MACHINES} machines`;
      return {
        benchmark: 'fleet',
        figures: [
          { name: `acknowledged save until 99% ${of} show it`, unit: 's', value: save, aim: 10 },
          { name: `one message to all ${of}, until each has it`, unit: 's', value: command },
          { name: `poll of the whole list ${of}, nothing changed, p95`, unit: 'ms', value: polls.unchanged },
          { name: `poll of the whole list ${of}, made anew, p95`, unit: 'ms', value: polls.anew },
          { name: `restart of the node until all ${of} are back`, unit: 's', value: storm.seconds, aim: 120 },
          { name: 'answers with a server error after the restart', unit: 'count', value: storm.failed, aim: 0 },
        ],
      };
    } finally {
      await fleet.stop();
    }
  } finally {
    await harbour.dispose();
  }
}

const secondsSince = (start: number) => rounded((performance.now() - start) / 1_000, 2);

async function saveToAll({ api, profileId }: BenchHarbour, fleet: Fleet): Promise<number> {
  await api.merge(profileId, { definition: { thinhoc: { customization: { color_primary: '#0b7285' } } } });
  const start = performance.now();
  await fleet.until('the save', () => fleet.showing(2) >= fleet.machines * 0.99, PATIENCE_MS);
  return secondsSince(start);
}

async function commandToAll({ api, organizationId }: BenchHarbour, fleet: Fleet): Promise<number> {
  const start = performance.now();
  // A batch holds 10,000: two letters of the simulators' names are as many.
  const letters = Array.from({ length: Math.ceil(MACHINES / 5_000) }, (_, index) => String.fromCharCode(65 + index));
  for (let first = 0; first < letters.length; first += BATCH / 5_000) {
    const or = letters.slice(first, first + BATCH / 5_000).map((letter) => ({ name: { like: `Virtual ${letter}%` } }));
    const filter = JSON.stringify({ where: { or } });
    await api.send('POST', `/organization/${organizationId}/commands`, { type: 'notify', msg: 'Hello', filter });
  }
  await fleet.until('the command', () => fleet.commands() >= fleet.machines, PATIENCE_MS);
  return secondsSince(start);
}

async function pollTimes({ url, token, organizationId }: BenchHarbour) {
  const address = `${url}/api/organization/${organizationId}/machines/runtime`;
  const ask = async (etag?: string) => {
    const start = performance.now();
    const headers = { authorization: `Bearer ${token}`, ...(etag ? { 'if-none-match': etag } : {}) };
    const reply = await fetch(address, { headers });
    await reply.arrayBuffer();
    return { ms: performance.now() - start, status: reply.status, etag: reply.headers.get('etag') ?? '' };
  };
  const anew: number[] = [];
  const unchanged: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    const { ms, etag } = await ask();
    anew.push(ms);
    const again = await ask(etag);
    if (again.status === 304) unchanged.push(again.ms);
  }
  return { anew: rounded(percentile(anew, 0.95), 1), unchanged: rounded(percentile(unchanged, 0.95), 1) };
}

async function restart({ server, url, token, organizationId }: BenchHarbour, fleet: Fleet) {
  await server.stop();
  await fleet.until('the goodbye', () => fleet.online() === 0, PATIENCE_MS);
  await server.start();
  const start = performance.now();
  let failed = 0;
  let isOver = false;
  // A person who works meanwhile.
  const person = (async () => {
    while (!isOver) {
      const path = `${url}/api/organization/${organizationId}/profiles`;
      const reply = await fetch(path, { headers: { authorization: `Bearer ${token}` } });
      if (reply.status >= 500) failed += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  await fleet.until('coming back', () => fleet.online() === fleet.machines, PATIENCE_MS);
  const seconds = secondsSince(start);
  isOver = true;
  await person;
  return { seconds, failed };
}
