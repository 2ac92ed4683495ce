import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { comeAlongside, settleIn } from '@berth/e2e/kit/harbour';
import type { Machine } from '@berth/e2e/kit/machine';
import { type Server, startServer } from '@berth/e2e/kit/server';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium } from '@playwright/test';
import { startAsUnit } from './lib/machine.ts';
import { withDescendants } from './lib/processes.ts';
import { percentile, type Result, rounded } from './lib/result.ts';
import { RESTART_MS } from './lib/unit.ts';

const ROUNDS = 5;
const PATIENCE_MS = 60_000;
/** Whatever falls again sooner is held back a little. */
const SETTLED_MS = 6_000;
const TILE = 'Notice board';
/** A page of a browser that falls on the way is given up after so long. */
const LOOK_MS = 2_000;

/** Seconds until the home screen shows its tiles again after kill -9 of Chromium, of the X server, of the agent. */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const data = await mkdtemp(join(tmpdir(), 'berth-bench-machine-'));
  let machine = await startAsUnit(server.url, { data });
  try {
    await register(machine, server);
    await usable(machine);
    const browser = await times(() => afterKillOf(machine, 'chromium'));
    const display = await times(() => afterKillOf(machine, 'Xvfb'));
    const agent = await times(async () => {
      const started = performance.now();
      await machine.cutPower();
      // systemd waits so long before it starts the agent again.
      await pause(RESTART_MS);
      machine = await startAsUnit(server.url, { data });
      return usableSince(machine, started);
    });
    const figure = (name: string, samples: readonly number[], aim: number) => ({
      name: `kill -9 of ${name} to usable tiles, slowest of ${ROUNDS}`,
      unit: 's' as const,
      value: rounded(percentile(samples, 1), 2),
      aim,
    });
    return {
      benchmark: 'recovery',
      figures: [figure('Chromium', browser, 3), figure('the X server', display, 5), figure('the agent', agent, 5)],
    };
  } finally {
    await machine.dispose();
    await rm(data, { recursive: true, force: true });
    await server.dispose();
  }
}

/** The machine takes a profile with one tile. */
async function register(machine: Machine, server: Server): Promise<void> {
  const browser = await chromium.launch(browserOptions);
  try {
    const admin = await browser.newPage();
    await speakEnglish(admin);
    await settleIn(admin, server);
    await comeAlongside(machine, 'Bench');
    const api = await apiOf(admin, server);
    const [profile] = await api.profiles();
    const webapp = [{ display_name: TILE, window_title: TILE, url: server.url }];
    await api.merge(profile.id, { definition: { thinhoc: { sessions: { webapp } } } });
    await machine.page.getByRole('button', { name: TILE, exact: true }).waitFor();
  } finally {
    await browser.close();
  }
}

async function afterKillOf(machine: Machine, name: string): Promise<number> {
  const pid = await childOf(machine.agent.child.pid ?? 0, name);
  const started = performance.now();
  process.kill(pid, 'SIGKILL');
  return usableSince(machine, started);
}

async function usableSince(machine: Machine, started: number): Promise<number> {
  await usable(machine);
  return (performance.now() - started) / 1_000;
}

/** Resolves once a browser shows the tile; one that falls on the way is given up for the next. */
async function usable(machine: Machine): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      const page = await machine.pageNow();
      await page.getByRole('button', { name: TILE, exact: true }).waitFor({ timeout: LOOK_MS });
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}

/** The agent's own child of that name, not one of its helpers. */
async function childOf(agent: number, name: string): Promise<number> {
  for (const pid of await withDescendants(agent)) {
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (command.trim() === name) return pid;
  }
  throw new Error(`${name} does not run`);
}

async function times(measure: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await pause(SETTLED_MS);
    samples.push(await measure());
  }
  return samples;
}
