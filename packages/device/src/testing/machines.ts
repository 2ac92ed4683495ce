import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { BridgeInput, BridgeMethodName, BridgeOutput } from '@berth/contract/bridge/methods';
import { freePort } from '@berth/testing/ports';
import { onTestFinished } from 'vitest';
import type { AgentEvent } from '../agent.ts';
import { XConnection } from '../system/linux/x-connection.ts';
import { inHomePage, pressing, readHomePage, type SeenPage } from './home-page.ts';
import { callBridge } from './pages.ts';

const MAIN = new URL('../main.ts', import.meta.url).pathname;
const run = promisify(execFile);

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** A machine as its package runs it: the agent is a process of its own, which can be killed and starts again. */
export interface TestMachine {
  call<Name extends BridgeMethodName>(method: Name, input: BridgeInput<Name>): Promise<BridgeOutput<Name>>;
  /** All that the agents wrote to their logs. */
  logged(): string;
  /** What the home screen's page shows. Rejects while there is none. */
  page(): Promise<SeenPage>;
  /** Presses a button of the home screen's page, found by its text. */
  press(text: string): Promise<void>;
  /** Title of the window in front; empty if there is none. */
  front(): Promise<string>;
  /** The color in the middle of the screen, as CSS. */
  color(): Promise<string>;
  /** Runs a program on the display, such as xdotool. */
  onDisplay(program: string, ...args: readonly string[]): Promise<string>;
  /** The processes that the agent started whose command line matches. */
  processes(command: RegExp): Promise<readonly number[]>;
  /** Kills the agent and starts it again on the same data, as systemd does. */
  crashAgent(): Promise<void>;
}

/** Starts a machine on a folder with a headless screen of 1280x720. */
export async function testMachine(folder: string, env: NodeJS.ProcessEnv = {}): Promise<TestMachine> {
  const debugPort = await freePort();
  const args = ['--json', '--headless', '--screen-size', '1280x720', '--bridge-port', '0', '--power', 'fake'];
  const browser = `--remote-debugging-port=${debugPort}`;
  const given = { PATH: process.env.PATH, BERTH_LOG: 'warn', BERTH_HOME_BROWSER_ARGS: browser, ...env };
  let log = '';
  let events: AgentEvent[] = [];
  const start = (): ChildProcess => {
    events = [];
    const child = spawn(process.execPath, [MAIN, ...args, '--phone-tone', '--data', folder], { env: given });
    createInterface({ input: child.stdout }).on('line', (line) => events.push(JSON.parse(line) as AgentEvent));
    child.stderr.on('data', (text) => {
      log += String(text);
    });
    return child;
  };
  let agent = start();
  const end = async (): Promise<void> => {
    if (agent.exitCode !== null || agent.signalCode !== null) return;
    agent.kill('SIGKILL');
    await once(agent, 'exit');
  };
  onTestFinished(end);
  const display = () => events.findLast((event) => event.event === 'display')?.name ?? '';
  const onDisplay = async (program: string, ...more: readonly string[]): Promise<string> => {
    const DISPLAY = display();
    return (await run(program, more, { env: { ...process.env, DISPLAY } })).stdout.trim();
  };
  return {
    call: (method, input) => callBridge(events.find((event) => event.event === 'bridge')?.url ?? '', method, input),
    logged: () => log,
    page: () => readHomePage(debugPort),
    press: async (text) => void (await inHomePage(debugPort, pressing(text))),
    front: async () => {
      const stack = await onDisplay('xprop', '-root', '_NET_CLIENT_LIST_STACKING');
      const top = stack.match(/0x[0-9a-f]+/g)?.at(-1);
      return top === undefined ? '' : onDisplay('xdotool', 'getwindowname', top);
    },
    color: () => colorOf(display()),
    onDisplay,
    processes: async (command) => mainOnes((await family(agent.pid)).filter((each) => command.test(each.command))),
    crashAgent: async () => {
      await end();
      agent = start();
    },
  };
}

async function colorOf(display: string): Promise<string> {
  const x = await XConnection.open(display);
  try {
    const { width, height } = x.screen;
    const row = await x.pixels(Math.floor(height / 2), 1);
    const [blue, green, red] = row.subarray(4 * Math.floor(width / 2));
    return `rgb(${red}, ${green}, ${blue})`;
  } finally {
    x.close();
  }
}

/** A process that has just been forked has the command line of its parent. */
function mainOnes(found: readonly Process[]): readonly number[] {
  const pids = found.map(({ pid }) => pid);
  return found.filter(({ parent }) => !pids.includes(parent)).map(({ pid }) => pid);
}

/** A process's descendants. */
async function family(ancestor: number | undefined): Promise<readonly Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((each) => each !== null);
  const found = new Set([ancestor]);
  // A child may have a lower number than its parent.
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all.filter(({ pid }) => pid !== ancestor && found.has(pid));
}

async function readProcess(pid: number): Promise<Process | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim();
    return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]), command };
  } catch {
    // It ended meanwhile.
    return null;
  }
}
