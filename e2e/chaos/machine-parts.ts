import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiWith } from '../kit/api.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { startServer } from '../kit/server.ts';
import { startSite } from '../kit/site.ts';
import { callerOf, createProfileWithCode } from './lib/chaos-environment.ts';
import { heals, type Outcome, percentile } from './lib/outcome.ts';

const PATIENCE_MS = 180_000;
const APP = 'Notice board';
const HOME = 'Berth';
const WEBAPP = { display_name: APP, window_title: APP };

/** What a person at the machine sees. */
interface Seen {
  /** Title of the window in front. */
  readonly front: string;
  /** Screen of the home page; null in kiosk mode, which has none. */
  readonly path: RegExp | null;
}

interface State {
  readonly name: string;
  readonly seen: Seen;
  /** Change of the profile that leads to it; none for the wizard, which has no profile. */
  readonly profile?: object;
  readonly opensApp?: boolean;
}

const auth = (mode: string) => ({
  system: { auth: { mode, 'auto-login-timeout': 1 }, accessibility: { osk_enabled: true } },
});
const kiosk = { thinhoc: { kiosk: { session_type: 'webapp', session_index: 0 } } };

/** The states of a machine's screen, in the order in which one machine is led through them. */
const STATES: readonly State[] = [
  { name: 'setup wizard', seen: { front: HOME, path: /\/fbw/ } },
  { name: 'greeter', seen: { front: HOME, path: /\/greeter/ }, profile: auth('external-login') },
  { name: 'home screen', seen: { front: HOME, path: /\/session\/local/ }, profile: auth('auto-login') },
  { name: 'session', seen: { front: APP, path: /\/session\/local/ }, profile: {}, opensApp: true },
  { name: 'kiosk mode', seen: { front: APP, path: null }, profile: kiosk },
];

/** How the main process of each part is recognized by its command line. */
const PARTS: Readonly<Record<string, RegExp>> = {
  'home browser': /^\S*chromium\b(?!.*--type=).*\/browsers\/home\b/,
  'session browser': /^\S*chromium\b(?!.*--type=).*\/browsers\/webapp-/,
  'window manager': /^\S*openbox\b/,
  'X server': /^\S*Xvfb\b/,
  'on-screen keyboard': /^(\S*python\S* )?\S*\/onboard\b/,
};

/**
 * Kills each part of a machine in each state of its screen with SIGKILL: the same screen comes back, and the part runs
 * again. The agent starts again as systemd would start it.
 */
export async function machineParts(): Promise<Outcome> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_RATE_FACTOR: '1000' });
  const site = await startSite(APP);
  const data = await mkdtemp(join(tmpdir(), 'berth-chaos-machine-'));
  const faults: string[] = [];
  const healing: number[] = [];
  const kills: Record<string, number> = {};
  let machine = await startMachine(server.url, '1280x720', { data });
  try {
    const caller = await callerOf(server);
    const api = apiWith(caller.key, server);
    const { profileId, code } = await createProfileWithCode(caller, 1);
    await api.merge(profileId, { definition: { thinhoc: { sessions: { webapp: [{ ...WEBAPP, url: site.url }] } } } });
    for (const state of STATES) {
      const { name, seen, profile } = state;
      if (profile && (await api.machines()).length === 0) {
        await machine.dispose();
        machine = await startMachine(server.url, '1280x720', { data, more: ['--enroll', code] });
      }
      if (profile) await api.merge(profileId, { definition: profile });
      if (state.opensApp) await openApp(machine);
      if ((await heals(() => shows(machine, seen), PATIENCE_MS)) === undefined) {
        faults.push(`${name} was not reached: ${await described(machine)}`);
        continue;
      }
      const killed = async (part: string, kill: () => Promise<boolean>): Promise<void> => {
        if (!(await kill())) return;
        kills[name] = (kills[name] ?? 0) + 1;
        const took = await heals(() => shows(machine, seen), PATIENCE_MS);
        console.log(`       ${name}, ${part}: ${took ?? 'never'} ms`);
        if (took === undefined) faults.push(`${name}, after a kill of the ${part}: ${await described(machine)}`);
        else healing.push(took);
      };
      for (const [part, command] of Object.entries(PARTS)) await killed(part, () => killPart(machine, command));
      await killed('agent', () => machine.crashAgent().then(() => true));
    }
  } finally {
    await machine.dispose();
    await site.dispose();
    await server.dispose();
    await rm(data, { recursive: true, force: true, maxRetries: 10 });
  }
  return {
    name: 'kill -9 of each part of a machine in each state of its screen',
    faults,
    figures: {
      ...kills,
      'ms until the screen is back, p50': percentile(healing, 0.5),
      'ms until the screen is back, most': percentile(healing, 1),
    },
  };
}

/** Kills a part's main process; false if the machine has no such part in this state. */
async function killPart(machine: Machine, command: RegExp): Promise<boolean> {
  const pid = (await processesOf(machine)).find((each) => command.test(each.command))?.pid;
  if (pid === undefined) return false;
  process.kill(pid, 'SIGKILL');
  await heals(async () => !(await isRunning(pid)), PATIENCE_MS);
  return true;
}

/** Whether the person sees this, by the window in front and the page behind it. */
async function shows(machine: Machine, { front, path }: Seen): Promise<boolean> {
  if ((await machine.frontWindow()) !== front) return false;
  if (path === null) return true;
  const page = await machine.pageNow();
  try {
    return path.test(page.url()) && (await page.locator('main').isVisible());
  } finally {
    await page.context().browser()?.close();
  }
}

async function openApp(machine: Machine): Promise<void> {
  const page = await machine.pageNow();
  await page.getByRole('button', { name: APP, exact: true }).click();
  await page.context().browser()?.close();
}

async function described(machine: Machine): Promise<string> {
  const [front, windows] = [machine.frontWindow(), machine.windows()].map((each) => each.catch(String));
  return `"${await front}" is in front of ${await windows}`;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes that a machine's agent started, and theirs. */
async function processesOf(machine: Machine): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((each) => each !== undefined);
  const family = new Set([machine.agent.child.pid]);
  // A child may have a lower number than its parent.
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const { pid, parent } of all) if (family.has(parent)) family.add(pid);
  }
  return all.filter(({ pid }) => family.has(pid));
}

async function readProcess(pid: number): Promise<Process | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}

async function isRunning(pid: number): Promise<boolean> {
  return ((await readProcess(pid))?.command ?? '') !== '';
}
