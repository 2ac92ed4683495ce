import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import type { Machine } from '@berth/e2e/kit/machine';
import { type Server, startServer } from '@berth/e2e/kit/server';
import { completeWizard, openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { freePort } from '@berth/testing/ports';
import { chromium } from '@playwright/test';
import { type Board, startBoard } from './lib/board.ts';
import { leavePage, showsButton } from './lib/kiosk.ts';
import { RESTART_MS, startAsUnit } from './lib/machine.ts';
import { type Figure, percentile, type Result, rounded } from './lib/result.ts';
import { withDescendants } from './lib/usage.ts';

const ROUNDS = 5;
/** A session that crashes more often is not restarted. */
const SESSION_ROUNDS = 3;
/** A process that crashes again sooner is restarted with a delay. */
const SETTLED_MS = 6_000;
const TILE = 'Notice board';

/**
 * Seconds until a machine with an open web app has recovered after kill -9 of the home screen's Chromium, the web
 * app's, the X server, the agent.
 */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const board = await startBoard();
  const data = await mkdtemp(join(tmpdir(), 'berth-bench-machine-'));
  let machine = await startAsUnit(server.url, { data });
  try {
    await register(machine, server, board);
    const isHome = `--remote-debugging-port=`;
    const home = await times(ROUNDS, async () => {
      const pid = await childOf(machine, 'chromium', (line) => line.includes(isHome));
      await leavePage(machine.debugPort);
      return afterKill(pid, () => showsButton(machine.debugPort, TILE));
    });
    const session = await times(SESSION_ROUNDS, async () => {
      const pid = await childOf(machine, 'chromium', (line) => !line.includes(isHome));
      return afterKill(pid, () => board.drawn());
    });
    const display = await times(ROUNDS, async () => {
      const pid = await childOf(machine, 'Xvfb');
      await leavePage(machine.debugPort);
      return afterKill(pid, () => Promise.all([showsButton(machine.debugPort, TILE), board.drawn()]));
    });
    const agent = await times(ROUNDS, async () => {
      const since = clock();
      await machine.cutPower();
      // systemd waits this long before it restarts the agent.
      await pause(RESTART_MS);
      const debugPort = await freePort();
      const restarted = startAsUnit(server.url, { data, debugPort });
      await Promise.all([showsButton(debugPort, TILE), board.drawn()]);
      const seconds = since();
      machine = await restarted;
      return seconds;
    });
    return {
      benchmark: 'recovery',
      figures: [
        figure("the home screen's Chromium to usable tiles", home, 3),
        figure("a web app's Chromium to its page", session, 3),
        figure('the X server to usable tiles and the open web app', display, 5),
        figure('the agent to usable tiles and the open web app', agent, 5),
      ],
    };
  } finally {
    await machine.dispose();
    await rm(data, { recursive: true, force: true, maxRetries: 10 });
    await board.dispose();
    await server.dispose();
  }
}

/** The machine gets a profile with one tile, whose web app is opened. */
async function register(machine: Machine, server: Server, board: Board): Promise<void> {
  const browser = await chromium.launch(browserOptions);
  try {
    const admin = await browser.newPage();
    await speakEnglish(admin);
    await openConsole(admin, server);
    await completeWizard(machine, 'Bench');
    const api = await apiOf(admin, server);
    const [profile] = await api.profiles();
    const webapp = [{ display_name: TILE, window_title: TILE, url: board.url }];
    await api.merge(profile.id, { definition: { thinhoc: { sessions: { webapp } } } });
    const drawn = board.drawn();
    await machine.page.getByRole('button', { name: TILE, exact: true }).click();
    await drawn;
  } finally {
    await browser.close();
  }
}

async function afterKill(pid: number, isBack: () => Promise<unknown>): Promise<number> {
  const since = clock();
  const back = isBack();
  process.kill(pid, 'SIGKILL');
  await back;
  return since();
}

function clock(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1_000;
}

/** The agent's direct child of that name and command line, without its helper processes. */
async function childOf(machine: Machine, name: string, fits = (_line: string): boolean => true): Promise<number> {
  const agent = machine.agent.child.pid ?? 0;
  for (const pid of await withDescendants(agent)) {
    const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.trim() === name && !line.includes('--type=') && fits(line)) return pid;
  }
  throw new Error(`${name} does not run`);
}

async function times(rounds: number, measure: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await pause(SETTLED_MS);
    samples.push(await measure());
  }
  return samples;
}

function figure(what: string, samples: readonly number[], aim: number): Figure {
  const name = `kill -9 of ${what}, slowest of ${samples.length}`;
  return { name, unit: 's', value: rounded(percentile(samples, 1), 2), aim };
}
