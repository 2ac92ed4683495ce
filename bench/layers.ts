import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { apiWith } from '@berth/e2e/kit/api';
import { quickSignUp } from '@berth/e2e/kit/quick-sign-up';
import { startServer } from '@berth/e2e/kit/server';
import { request } from '@playwright/test';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';
import { cpuSecondsOfAll } from './lib/usage.ts';

const MACHINES = 100_000;
const PROFILES = 20;
const SITES = 12;
/** Machines with a layer of their own. */
const OWN = 100;
const WARM_UP = 1;
/** Of each call; BENCH_CALLS overrides it. */
const CALLS = Number(process.env.BENCH_CALLS ?? '20');
/** How long a running group is watched. */
const WATCHED_MS = 10_000;
const BENCH_DATA = join(import.meta.dirname, '../packages/server/scripts/bench-data.ts');
const COLOR = 'customization.color_primary';
const color = (value: string) => ({ thinhoc: { customization: { color_primary: value } } });

/** Layers of an organization with 100,000 machines in a generated database: why, values, and what would change. */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_RATE_FACTOR: '1000' });
  const calls = await request.newContext();
  try {
    const api = apiWith(
      await quickSignUp(calls, server, { email: 'bench@berth.test', password: 'Correct-horse-9!' }),
      server,
    );
    const { id: orgId } = (await api.send<{ data: { id: string } }>('POST', '/organizations', { name: 'Bench' })).data;
    const profiles: string[] = [];
    for (let index = 0; index < PROFILES; index++) {
      const body = { name: `Bench ${index}`, organizationId: orgId };
      profiles.push((await api.send<{ id: string }>('POST', '/profiles', body)).id);
    }
    const fill = (command: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [BENCH_DATA, command, server.data, orgId, ...args]);
    await fill('fill-machines', profiles[0] ?? '', String(MACHINES), '0');
    await fill('spread-machines', String(SITES), ...profiles);

    const layers = `/organization/${orgId}/layers`;
    const add = (layer: object) =>
      api.send<{ id: string }>('POST', layers, { definition: color('#123456'), off: [], locks: [], ...layer });
    const everywhere = await add({ name: 'Organization', scope: 'organization' });
    const tags: string[] = [];
    for (let site = 0; site < SITES; site++) {
      const definition = color(`#0000${String(site).padStart(2, '0')}`);
      tags.push((await add({ name: `Site ${site}`, scope: 'tag', tag: `site:${site}`, definition })).id);
    }
    tags.push((await add({ name: 'Exam', scope: 'tag', tag: 'exam', definition: color('#00ff00') })).id);
    const limit = (count: number) => new URLSearchParams({ filter: JSON.stringify({ limit: count }) });
    const machines = await api.send<{ id: string }[]>('GET', `/organization/${orgId}/machines?${limit(1_000)}`);
    for (const [index, { id }] of machines.slice(0, OWN).entries()) {
      await add({ name: `Machine ${index}`, scope: 'machine', machineId: id, definition: color('#ff0000') });
    }

    const preview = (body: object) => api.send('POST', `/organization/${orgId}/layer-preview`, body);
    const draft = { scope: 'organization', definition: color('#abcdef'), off: [], locks: ['/thinhoc/customization'] };
    const [first] = machines;
    const measured: Record<string, readonly [aim: number, call: () => Promise<unknown>]> = {
      'why of a field': [50, () => api.send('GET', `/machines/${first?.id}/definition?path=${COLOR}`)],
      'why of all fields': [50, () => api.send('GET', `/machines/${first?.id}/definition?why=true`)],
      'machines by value': [200, () => api.send('GET', `/organization/${orgId}/definition-values?path=${COLOR}`)],
      'preview of a lock for all': [2_000, () => preview({ layer: draft })],
      "preview of a tag's layer": [2_000, () => preview({ layer: { ...draft, scope: 'tag', tag: 'exam' } })],
      'preview of another order': [2_000, () => preview({ order: tags.toReversed() })],
      'preview of tags for 1,000 machines': [
        2_000,
        () => preview({ tags: { machines: machines.map(({ id }) => id), tags: ['exam'] } }),
      ],
      'count of machines behind': [
        500,
        () => {
          const filter = new URLSearchParams({ filter: JSON.stringify({ where: { behind: true } }) });
          return api.send('GET', `/organization/${orgId}/machines/summary?${filter}`);
        },
      ],
    };
    const figures: Figure[] = [];
    for (const [name, [aim, call]] of Object.entries(measured)) {
      figures.push(...(await timesAndWork(name, aim, call, server.pid())));
    }
    const next = { name: 'Organization', definition: color('#654321'), off: [], locks: [] };
    const groups = [{ percent: 10 }, { percent: 30 }];
    const began = performance.now();
    await api.send('POST', `${layers}/${everywhere.id}/rollouts`, { ...next, groups, soakSeconds: 3_600 });
    const startMs = rounded(performance.now() - began, 0);
    console.log(`  start of a rollout of a layer: ${startMs} ms`);
    figures.push({ name: 'start of a rollout of a layer', unit: 'ms', value: startMs, aim: 10_000 });
    const values = () => api.send('GET', `/organization/${orgId}/definition-values?path=${COLOR}`);
    figures.push(...(await timesAndWork('machines by value during a rollout', 400, values, server.pid())));
    const before = await cpuSecondsOfAll(server.pid());
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
    const watching = rounded((((await cpuSecondsOfAll(server.pid())) - before) / (WATCHED_MS / 1_000)) * 1_000, 0);
    console.log(`  watching a group of 10,000, processor in a second: ${watching} ms`);
    figures.push({ name: 'watching a group of 10,000, processor in a second', unit: 'ms', value: watching, aim: 200 });
    return { benchmark: 'layers', figures };
  } finally {
    await calls.dispose();
    await server.dispose();
  }
}

/** Latency of calls after warm-up, and CPU time of server and database for each: what a quiet host would take. */
async function timesAndWork(
  name: string,
  aim: number,
  call: () => Promise<unknown>,
  server: number,
): Promise<readonly Figure[]> {
  for (let turn = 0; turn < WARM_UP; turn++) await call();
  const samples: number[] = [];
  const worked = await cpuSecondsOfAll(server);
  for (let turn = 0; turn < CALLS; turn++) {
    const before = performance.now();
    await call();
    samples.push(performance.now() - before);
  }
  const work = ((await cpuSecondsOfAll(server)) - worked) / CALLS;
  const figures: readonly Figure[] = [
    { name: `${name}, p50`, unit: 'ms', value: rounded(percentile(samples, 0.5), 1) },
    { name: `${name}, p95`, unit: 'ms', value: rounded(percentile(samples, 0.95), 1), aim },
    { name: `${name}, processor of server and database`, unit: 'ms', value: rounded(work * 1_000, 1) },
  ];
  for (const { name: figure, value } of figures) console.log(`  ${figure}: ${value} ms`);
  return figures;
}
