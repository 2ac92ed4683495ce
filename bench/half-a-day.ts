import { setTimeout as pause } from 'node:timers/promises';
import { startSite } from '@berth/e2e/kit/site';
import { t } from '@berth/e2e/kit/texts';
import type { CDPSession } from '@playwright/test';
import { bytesHeld } from './lib/heap.ts';
import { type MooredMachine, moorMachine } from './lib/machine.ts';
import { ownMb, type Result, rounded } from './lib/result.ts';

/** Hours of use, and what happens in each; one more goes before, which fills what is filled once. */
const HOURS = 12;
const PROFILE_CHANGES = 4;
const WINDOWS = 2;
const PANELS = 20;
const MESSAGES = 4;
const QUESTIONS = 600;
const TILE = 'Notice board';
const COLORS = ['#0b7285', '#c2255c'] as const;

/** Whether agent and page hold more after the events of twelve hours of use than before them. */
export async function run(): Promise<Result> {
  const site = await startSite(TILE);
  const moored = await moorMachine({ name: TILE, url: site.url });
  const { page, agent } = moored.machine;
  const devtools = await page.context().newCDPSession(page);
  try {
    await hour(moored);
    const before = await held(devtools, agent.child.pid ?? 0);
    for (let passed = 0; passed < HOURS; passed++) await hour(moored);
    const after = await held(devtools, agent.child.pid ?? 0);
    const figure = (name: string, value: number) => ({ name, unit: 'MB' as const, value: rounded(value, 2) });
    return {
      benchmark: 'half-a-day',
      figures: [
        figure('agent, before', before.agent),
        figure(`agent, after the events of ${HOURS} hours`, after.agent),
        figure('objects of the home screen, before', before.objects),
        figure(`objects of the home screen, after the events of ${HOURS} hours`, after.objects),
        figure('the same with code that the browser compiled, before', before.heap),
        figure(`the same with compiled code, after the events of ${HOURS} hours`, after.heap),
      ],
    };
  } finally {
    await moored.dispose();
    await site.dispose();
  }
}

async function hour({ machine, api, profileId }: MooredMachine): Promise<void> {
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
  await page.evaluate(askStatus, QUESTIONS);
}

/** What the page asks of the agent in an hour beside what it is told. */
async function askStatus(times: number): Promise<void> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="berth-page-token"]')?.content ?? '';
  for (let time = 0; time < times; time++) {
    const headers = { 'content-type': 'application/json', 'x-berth-page-token': token };
    await (await fetch('/bridge/get_online_status', { method: 'POST', headers, body: '{}' })).json();
  }
}

/** Memory in MB: the agent's own, the page's objects that are still needed, and its whole heap. */
interface Held {
  readonly agent: number;
  readonly objects: number;
  readonly heap: number;
}

async function held(devtools: CDPSession, pid: number): Promise<Held> {
  await pause(5_000);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { agent: await ownMb(pid), objects: (await bytesHeld(devtools)) / 1e6, heap: usedSize / 1e6 };
}
