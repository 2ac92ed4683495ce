import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { TestMachine } from './machines.ts';
import { eventually } from './wait.ts';

const chromium = (folder: string) => new RegExp(`^\\S*chromium\\b(?!.*--(?:type=|headless)).*/browsers/${folder}`);

export interface Part {
  /** Its main process, by its command line. */
  readonly command: RegExp;
  /** What the agent's log says about its end. */
  readonly says: RegExp;
}

/** The parts of a machine besides the agent. */
export const PARTS = {
  'the home screen’s browser': { command: chromium('home'), says: /the home screen crashed and is restarted/ },
  'a session’s browser': { command: chromium('webapp-'), says: /a session crashed/ },
  'the window manager': { command: /^\S*openbox\b/, says: /the window manager ended and is restarted/ },
  'the program that hides the pointer': {
    command: /^\S*unclutter-xfixes\b/,
    says: /the program that hides the pointer ended and is restarted/,
  },
  'the on-screen keyboard': {
    command: /^(\S*python\S* )?\S*\/onboard\b/,
    says: /the on-screen keyboard ended and is restarted/,
  },
  'a remote desktop': { command: /^\S*xfreerdp/, says: /a session crashed/ },
  'the phone program': { command: /^\S*baresip\b/, says: /the phone program crashed and is restarted/ },
  'the X server': { command: /^\S*Xvfb\b/, says: /the X server crashed and is restarted/ },
} as const satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof PARTS;

export interface KillOptions {
  readonly parts: readonly PartName[];
  /** Fails until the person at the machine sees the state again. */
  readonly seen: () => Promise<void>;
  /** Parts of which the person would lose work: they survive the end of others. */
  readonly survivors?: readonly PartName[];
}

/** Parts that are not on the screen, and so survive the X server. (uxplay.test.ts kills the AirPlay receiver.) */
const UNSEEN: readonly PartName[] = ['the phone program'];
/** Longer than the first waits of all restarts. */
const LOOP_MS = 2_500;

/** Kills each of these parts with SIGKILL, and each time waits until the person sees the same state again. */
export async function killEach(machine: TestMachine, options: KillOptions): Promise<void> {
  const { parts, seen } = options;
  await eventually(seen);
  for (const name of parts) {
    await killOne(machine, name, options).catch((error: unknown) => {
      throw new Error(`after a kill of ${name}: ${String(error)}\n${machine.logged()}`);
    });
  }
  // Nothing restarts in a loop.
  const running = () => Promise.all(parts.map((name) => machine.processes(PARTS[name].command)));
  const settled = await running();
  await pause(LOOP_MS);
  expect(await running()).toEqual(settled);
  await seen();
}

async function killOne(machine: TestMachine, name: PartName, { seen, survivors = [] }: KillOptions): Promise<void> {
  const pidsOf = (each: PartName) => machine.processes(PARTS[each].command);
  const runs = (before: readonly number[]) =>
    eventually(async () => {
      const pids = await pidsOf(name);
      expect(pids).toHaveLength(1);
      expect(before).not.toContain(pids[0]);
    });
  await runs([]);
  const kept = survivors.filter((each) => each !== name && (name !== 'the X server' || UNSEEN.includes(each)));
  const before = await Promise.all(kept.map(pidsOf));
  const [pids, said] = [await pidsOf(name), machine.logged().length];
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  await runs(pids);
  await eventually(seen);
  expect(machine.logged().slice(said)).toMatch(PARTS[name].says);
  expect(await Promise.all(kept.map(pidsOf)), `${kept} were to survive`).toEqual(before);
}
