import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@berth/testing/ports';
import { type Running, run } from '@berth/testing/process';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startSite } from './site.ts';

/** The agent from its sources, or the bundle that machines run (`npm test`, `npm run bench`). */
const MAIN = process.env.BERTH_AGENT ?? join(import.meta.dirname, '../../packages/device/src/main.ts');
const exec = promisify(execFile);
const DISPLAY = /"event":"display".*"name":"(:\d+)"/;
const CONNECT_MS = 10_000;
const STEP_MS = 60_000;

/** A real machine for one test: the agent, Chromium in kiosk mode, openbox, under Xvfb. */
export interface Machine {
  /** The kiosk's page. */
  readonly page: Page;
  /** The page of the current home screen browser, which is replaced after a crash. */
  readonly pageNow: () => Promise<Page>;
  /** Port of the home screen browser's DevTools protocol. */
  readonly debugPort: number;
  /** Of the X server that runs now. */
  readonly display: string;
  /** The agent that runs now. */
  readonly agent: Running;
  /** Title of the frontmost window. */
  readonly frontWindow: () => Promise<string>;
  /** Titles of all windows on the display. */
  readonly windows: () => Promise<readonly string[]>;
  /** Presses the mouse at a place of the machine's screen. */
  readonly click: (x: number, y: number) => Promise<void>;
  /** Presses keys on the machine's keyboard, in xdotool names. */
  readonly press: (keys: string) => Promise<void>;
  /** Saves the whole screen as PNG. */
  readonly screenshot: (path: string) => Promise<void>;
  /** A power cut: kills the agent and all its processes at once. */
  readonly cutPower: () => Promise<void>;
  /** Kills the agent and starts it again on the same data, as systemd does after a crash. */
  readonly crashAgent: () => Promise<void>;
  readonly dispose: () => Promise<void>;
}

export interface MachineOptions {
  /** The data folder of an earlier machine: the same machine starts again. It is then not removed with this one. */
  readonly data?: string;
  /** More options of the agent. */
  readonly more?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Node options for the agent. */
  readonly flags?: readonly string[];
  /** Port for the DevTools protocol of the home screen browser; any free port otherwise. */
  readonly debugPort?: number;
  /** More arguments of the home screen browser. */
  readonly browser?: readonly string[];
}

/** Starts a machine that knows only its server's address. Power commands go to the fake. */
export async function startMachine(
  serverUrl: string,
  size = '1280x720',
  {
    data: given,
    more = [],
    env: extra = {},
    flags = [],
    debugPort: port,
    browser: browserMore = [],
  }: MachineOptions = {},
): Promise<Machine> {
  const data = given ?? (await mkdtemp(join(tmpdir(), 'berth-e2e-machine-')));
  const debugPort = port ?? (await freePort());
  const internet = await startSite('The internet');
  const args = [
    '--headless',
    '--json',
    '--power',
    'fake',
    '--phone-tone',
    '--screen-size',
    size,
    '--server',
    serverUrl,
    '--data',
    data,
    '--bridge-port',
    '0',
    ...(process.env.BERTH_CLIENT ? ['--client', process.env.BERTH_CLIENT] : []),
    // Stands in for the internet: tests reach nothing outside this computer.
    '--internet-probe',
    internet.url,
    ...more,
  ];
  const browserArgs = [`--remote-debugging-port=${debugPort}`, ...browserMore].join(' ');
  let display = '';
  const startAgent = (): Running => {
    const started = run(MAIN, args, { BERTH_HOME_BROWSER_ARGS: browserArgs, ...extra }, { flags });
    // A crashed X server is replaced by one with another name.
    started.onLine((line) => {
      display = DISPLAY.exec(line)?.[1] ?? display;
    });
    return started;
  };
  let agent = startAgent();
  await agent.line(DISPLAY);
  await agent.line(/"event":"bridge"/);
  const browser = await connect(debugPort);
  const page = pageOf(browser);
  const x = async (command: string, ...args: string[]): Promise<string> =>
    (await exec(command, args, { env: { ...process.env, DISPLAY: display } })).stdout.trim();

  return {
    page,
    pageNow: async () => pageOf(await connect(debugPort)),
    debugPort,
    get display() {
      return display;
    },
    get agent() {
      return agent;
    },
    frontWindow: async () => {
      // The topmost window, focused or not: what a person sees in front.
      const stack = await x('xprop', '-root', '_NET_CLIENT_LIST_STACKING');
      const top = stack.match(/0x[0-9a-f]+/g)?.at(-1);
      return top === undefined ? '' : x('xdotool', 'getwindowname', top);
    },
    windows: async () => {
      const list = await x('xprop', '-root', '_NET_CLIENT_LIST');
      return Promise.all((list.match(/0x[0-9a-f]+/g) ?? []).map((id) => x('xdotool', 'getwindowname', id)));
    },
    click: async (left, top) => {
      await x('xdotool', 'mousemove', `${left}`, `${top}`, 'click', '1');
    },
    press: async (keys) => {
      await x('xdotool', 'key', keys);
    },
    screenshot: async (path) => {
      await x('scrot', '--overwrite', path);
    },
    cutPower: async () => {
      await agent.end('SIGKILL');
      await browser.close().catch(() => {});
      await internet.dispose();
    },
    crashAgent: async () => {
      await agent.end('SIGKILL');
      agent = startAgent();
      await agent.line(DISPLAY);
    },
    dispose: async () => {
      await browser.close();
      await agent.end();
      await internet.dispose();
      if (given === undefined) await rm(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function pageOf(browser: Browser): Page {
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('the kiosk has no page');
  // A step that never completes fails on its own, long before the journey times out.
  page.setDefaultTimeout(STEP_MS);
  return page;
}

async function connect(port: number): Promise<Browser> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Otherwise the wait would continue after the browser crashed.
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: CONNECT_MS });
    } catch (error) {
      if (attempt > 600) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
