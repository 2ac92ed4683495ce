import { apiWith } from '@berth/e2e/kit/api';
import { enrollVirtualMachines } from '@berth/e2e/kit/fleet';
import { quickSignUp } from '@berth/e2e/kit/quick-sign-up';
import { request } from '@playwright/test';
import { startPair } from './lib/pair.ts';
import { type PlainClient, plainClient } from './lib/plain-client.ts';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';
import { echoes, timesOf } from './lib/ruler.ts';

/** A server that has just started is compiled while it works. */
const WARM_UP = 1_000;
const TRIPS = 1_000;
/** Machines at each node. */
const MACHINES = 50;
const CALLERS = 16;
const RUSH_MS = 5_000;

/**
 * A command from the API call through the machine and back to the reply, at the node that took the call and at another
 * one, compared with an echo over a bare WebSocket. Virtual machines refuse shell commands, which is a reply too.
 */
export async function run(): Promise<Result> {
  const pair = await startPair({ BERTH_DEFAULT_TIER: 'pro' });
  const calls = await request.newContext();
  const stops: (() => Promise<void> | void)[] = [];
  try {
    const token = await quickSignUp(calls, pair.first, { email: 'bench@berth.test', password: 'Correct-horse-9!' });
    const api = apiWith(token, pair.first);
    const { id: orgId } = (await api.send<{ data: { id: string } }>('POST', '/organizations', { name: 'Bench' })).data;
    await api.send('PUT', `/organizations/${orgId}/settings`, { shellCommands: true });
    const profile = await api.send<{ id: string }>('POST', '/profiles', { name: 'Bench', organizationId: orgId });
    const { code } = await api.send<{ code: string }>('POST', `/organization/${orgId}/enrollment-codes`, {
      profileId: profile.id,
      deployment: 'vanilla',
      uses: 2 * MACHINES,
      validHours: 1,
    });
    const client = plainClient(pair.first.url, token);
    stops.push(client.close);

    const figures: Figure[] = [];
    const known = new Set<string>();
    for (const [where, url] of [
      ['own node', pair.first.url],
      ['other node', pair.second],
    ] as const) {
      const simulator = enrollVirtualMachines({ url }, MACHINES, code);
      stops.push(() => simulator.end());
      await simulator.line(new RegExp(`"online":${MACHINES}\\b`));
      const ids = (await api.machines()).map(({ id }) => id).filter((id) => !known.has(id));
      for (const id of ids) known.add(id);
      const trip = (id: string | undefined) => commandAndAnswer(client, id);
      figures.push(...figuresOf(`command and its answer, ${where}`, await timesOf(WARM_UP, TRIPS, () => trip(ids[0]))));
      let turn = 0;
      const over = await timesOf(MACHINES, TRIPS, () => trip(ids[turn++ % MACHINES]));
      figures.push(...figuresOf(`command and its answer over ${MACHINES} machines, ${where}`, over));
      const value = rounded(await rushed(ids, trip), 0);
      figures.push({ name: `commands a second, ${CALLERS} callers, ${where}`, unit: 'count', value });
    }
    figures.push(...figuresOf('echo over a bare WebSocket', await echoes()));
    for (const { name, value, unit } of figures) console.log(`  ${name}: ${value} ${unit}`);
    return { benchmark: 'round-trip', figures };
  } finally {
    for (const stop of stops.reverse()) await stop();
    await calls.dispose();
    await pair.dispose();
  }
}

async function commandAndAnswer(client: PlainClient, id: string | undefined): Promise<void> {
  const { state } = await client.post<{ state: string }>(`/machines/${id}/shell-command?wait=true`, {
    command: 'true',
  });
  if (state !== 'failed' && state !== 'succeeded') throw new Error(`the command is still ${state}`);
}

/** Commands a second that callers get answered who each send the next one at once. */
async function rushed(ids: readonly string[], trip: (id: string | undefined) => Promise<void>): Promise<number> {
  const began = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async (_, caller) => {
      for (let turn = caller; performance.now() - began < RUSH_MS; turn += CALLERS) {
        await trip(ids[turn % ids.length]);
        answered += 1;
      }
    }),
  );
  return answered / ((performance.now() - began) / 1_000);
}

function figuresOf(name: string, samples: readonly number[]): Figure[] {
  return [
    { name: `${name}, p50`, unit: 'ms', value: rounded(percentile(samples, 0.5), 2) },
    { name: `${name}, p99`, unit: 'ms', value: rounded(percentile(samples, 0.99), 2) },
  ];
}
