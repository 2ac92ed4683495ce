import { setTimeout as pause } from 'node:timers/promises';
import { startSite } from '@berth/e2e/kit/site';
import { t } from '@berth/e2e/kit/texts';
import type { CDPSession } from '@playwright/test';
import { bytesHeld } from './lib/heap.ts';
import { type RegisteredMachine, registerTestMachine } from './lib/machine.ts';
import { HEAP_FLAGS, type NodeHeap, openHeap } from './lib/node-heap.ts';
import { type Figure, ownMb, type Result, rounded, slope, step } from './lib/result.ts';

const SETTLED_MS = 2_000;
/** Maximum duration of two hours of use, on a busy computer. */
const MOST_S = 300;

/** Hours of warm-up in which every cache fills, then twelve hours that must add nothing. */
const HALF_A_DAY = 12;
const HOURS_BETWEEN = 2;
/** More often than every ten minutes, on any computer. */
const HOURS_OF_TOKEN = 6;
/** Events of each hour; one more runs before. */
const PROFILE_CHANGES = 4;
const WINDOWS = 2;
const PANELS = 20;
/** The agent remembers 200 commands, so that none runs twice: fewer than it receives in the warm-up. */
const MESSAGES = 18;
const QUESTIONS = 600;
const TILE = 'Notice board';
const COLORS = ['#0b7285', '#c2255c'] as const;

/** Memory growth of agent and page: the increase in the second twelve hours of use. */
export async function run(): Promise<Result> {
  const site = await startSite(TILE);
  const registered = await registerTestMachine({ name: TILE, url: site.url }, { flags: HEAP_FLAGS });
  const { page, agent } = registered.machine;
  const devtools = await page.context().newCDPSession(page);
  try {
    const hold: Hold = { devtools, pid: agent.child.pid ?? 0, heapOfAgent: await openHeap(agent) };
    let { api } = registered;
    await hour(registered);
    const samples = [{ at: 0, held: await held(hold) }];
    for (let at = HOURS_BETWEEN; at <= 2 * HALF_A_DAY; at += HOURS_BETWEEN) {
      await step(`hour ${at} of ${2 * HALF_A_DAY}`, MOST_S, async () => {
        if (at % HOURS_OF_TOKEN === 0) api = await registered.renewedApi();
        for (let next = 0; next < HOURS_BETWEEN; next++) await hour({ ...registered, api });
        samples.push({ at, held: await held(hold) });
      });
    }
    return { benchmark: 'half-a-day', figures: HELD.flatMap((each) => figuresOf(each, samples)) };
  } finally {
    await registered.dispose();
    await site.dispose();
  }
}

/** What is held at one time: megabytes, and numbers of objects. */
type Held = Readonly<Record<(typeof HELD)[number]['key'], number>>;

const HELD = [
  { key: 'agent', name: 'agent, its own memory', unit: 'MB' },
  { key: 'agentHeap', name: "objects and code of the agent's program", unit: 'MB' },
  { key: 'agentCode', name: 'of it what was compiled', unit: 'MB' },
  { key: 'agentObjects', name: "objects, functions and lists of the agent's program", unit: 'count' },
  { key: 'objects', name: 'objects of the home screen', unit: 'MB' },
  { key: 'heap', name: 'the same with code that the browser compiled', unit: 'MB' },
  { key: 'nodes', name: 'elements and texts of the home screen', unit: 'count' },
  { key: 'listeners', name: 'what listens on the home screen', unit: 'count' },
] as const;

function figuresOf(
  { key, name, unit }: (typeof HELD)[number],
  samples: readonly { readonly at: number; readonly held: Held }[],
): readonly Figure[] {
  const values = samples.map((each) => ({ at: each.at, value: each.held[key] }));
  const figure = (what: string, value: number): Figure => ({
    name: `${name}, ${what}`,
    unit,
    value: rounded(value, 2),
  });
  const at = (hour: number): number => values.find((each) => each.at === hour)?.value ?? Number.NaN;
  const second = values.filter((each) => each.at >= HALF_A_DAY);
  return [
    figure('after an hour', at(0)),
    figure('after 12 hours', at(HALF_A_DAY)),
    figure('after 24 hours', at(2 * HALF_A_DAY)),
    figure('more in the second 12 hours', slope(second) * HALF_A_DAY),
  ];
}

/** The page sends its regular requests while a person uses the machine and the console reaches it. */
async function hour(registered: RegisteredMachine): Promise<void> {
  await Promise.all([registered.machine.page.evaluate(askStatus, QUESTIONS), use(registered)]);
}

async function use({ machine, api, profileId }: RegisteredMachine): Promise<void> {
  const { page } = machine;
  const [{ id }] = await api.machines();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (let change = 0; change < PROFILE_CHANGES; change++) {
    const color = COLORS[change % COLORS.length];
    await api.merge(profileId, { definition: { thinhoc: { customization: { color_primary: color } } } });
    await page.waitForFunction(
      (wanted) => document.documentElement.style.getPropertyValue('--primary') === wanted,
      color,
    );
  }
  for (let window = 0; window < WINDOWS; window++) {
    await button(TILE).click();
    await button(t('session.tile.close', { name: TILE })).click();
    await button(t('session.tile.close', { name: TILE })).waitFor({ state: 'detached' });
  }
  for (let panel = 0; panel < PANELS; panel++) {
    await button(t('session.menu')).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }
  for (let message = 0; message < MESSAGES; message++) {
    await api.notify(id, `Message ${message}`);
    await page.getByRole('dialog').getByRole('button').click();
  }
}

/** Requests that the page sends to the agent in an hour, besides the events it receives. */
async function askStatus(times: number): Promise<void> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="berth-page-token"]')?.content ?? '';
  for (let time = 0; time < times; time++) {
    const headers = { 'content-type': 'application/json', 'x-berth-page-token': token };
    await (await fetch('/bridge/get_online_status', { method: 'POST', headers, body: '{}' })).json();
  }
}

/** Where memory use is measured. */
interface Hold {
  readonly devtools: CDPSession;
  readonly pid: number;
  readonly heapOfAgent: () => Promise<NodeHeap>;
}

async function held({ devtools, pid, heapOfAgent }: Hold): Promise<Held> {
  const { bytes, codeBytes, objects: agentObjects } = await heapOfAgent();
  // Freed memory is returned to the system meanwhile.
  await pause(SETTLED_MS);
  const agent = await ownMb(pid);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await devtools.send('Memory.getDOMCounters');
  return {
    agent,
    agentHeap: bytes / 1e6,
    agentCode: codeBytes / 1e6,
    agentObjects,
    objects: (await bytesHeld(devtools)) / 1e6,
    heap: usedSize / 1e6,
    nodes,
    listeners,
  };
}
