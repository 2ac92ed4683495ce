import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@berth/testing/ports';
import type { Browser, Page } from '@playwright/test';
import { step } from './result.ts';
import type { Viewer } from './viewer.ts';

const PASSWORD = 'Garden-path!7';
/** Consecutive polls, one per second, that must find the same device. */
const STAYS = 6;
const exec = promisify(execFile);

/** Its server, its agent on a display, and its own web page that shows the display. */
export interface MeshCentral extends Viewer {
  readonly dispose: () => Promise<void>;
}

/**
 * MeshCentral as its npm package brings it, agent included: JPEG or WebP tiles over its server's relay, with its own
 * settings.
 * @param folder the installed package
 */
export async function startMeshCentral(folder: string, browser: Browser, display: string): Promise<MeshCentral> {
  const data = await mkdtemp(join(tmpdir(), 'berth-bench-meshcentral-'));
  const children: ChildProcess[] = [];
  const dispose = async () => {
    for (const child of children) child.kill();
    await rm(data, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    const settings = { cert: 'localhost', port, redirPort: 0, mpsPort: 0, WANonly: true, selfUpdate: false };
    await writeFile(join(data, 'config.json'), JSON.stringify({ settings, domains: { '': { newAccounts: false } } }));
    const program = [join(folder, 'meshcentral.js'), '--datapath', data];
    const account = ['--createaccount', 'grace', '--pass', PASSWORD, '--email', 'grace@company.example'];
    await step("MeshCentral: its administrator's account", 60, async () => {
      await exec(process.execPath, [...program, ...account]);
      await exec(process.execPath, [...program, '--adminaccount', 'grace']);
    });
    const server = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(server);
    await step('MeshCentral: its server', 60, () => said(server, 'HTTPS server running'));
    const control = controlOf(folder, port);
    await step('MeshCentral: its agent', 60, async () => {
      const made = await control('AddDeviceGroup', '--name', 'bench');
      const group = /mesh\/\/(\S+)/.exec(made)?.[1] ?? '';
      await installAgent(folder, data, port, group);
    });
    const env = { ...process.env, DISPLAY: display };
    children.push(spawn(join(data, 'meshagent'), ['connect'], { cwd: data, env, stdio: 'ignore' }));
    const node = await step('MeshCentral: the agent connects', 60, () => connected(control));
    const viewer = await step("MeshCentral: the agent's picture", 60, () => openDesktop(browser, port, node));
    return { ...viewer, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function controlOf(folder: string, port: number) {
  const login = ['--url', `wss://localhost:${port}`, '--loginuser', 'grace', '--loginpass', PASSWORD];
  // Its certificate is self-signed and new.
  const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  return async (...command: string[]): Promise<string> => {
    const all = [join(folder, 'meshctrl.js'), ...command, ...login];
    return (await exec(process.execPath, all, { env, timeout: 30_000 })).stdout;
  };
}

async function installAgent(folder: string, data: string, port: number, group: string): Promise<void> {
  const address = `https://localhost:${port}/meshsettings?id=${encodeURIComponent(group)}`;
  const { stdout } = await exec('curl', ['--silent', '--fail', '--insecure', address]);
  const lines = stdout.split('\n').filter((line) => !/^(translation|MeshServer)=/.test(line));
  const settings = [...lines, `MeshServer=wss://127.0.0.1:${port}/agent.ashx`].join('\n');
  await writeFile(join(data, 'meshagent.msh'), `${settings}\n`);
  await copyFile(join(folder, 'agents/meshagent_x86-64'), join(data, 'meshagent'));
  await chmod(join(data, 'meshagent'), 0o755);
}

/** A new agent appears as one device and a moment later as another: waits for the one that stays. */
async function connected(control: (...command: string[]) => Promise<string>): Promise<string> {
  let [found, seen] = ['', 0];
  while (seen < STAYS) {
    const devices: readonly { _id: string; conn?: number }[] = JSON.parse(await control('ListDevices', '--json'));
    const id = devices.find(({ conn }) => conn === 1)?._id ?? '';
    seen = id !== '' && id === found ? seen + 1 : 0;
    found = id;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return found.replace('node//', '');
}

async function openDesktop(browser: Browser, port: number, node: string): Promise<Viewer> {
  const viewport = { width: 1600, height: 1000 };
  const page = await (await browser.newContext({ ignoreHTTPSErrors: true, viewport })).newPage();
  let bytes = 0;
  page.on('websocket', (socket) => {
    if (!socket.url().includes('meshrelay')) return;
    socket.on('framereceived', ({ payload }) => {
      bytes += payload.length;
    });
  });
  await page.goto(`https://localhost:${port}/`);
  await page.locator('#username').fill('grace');
  await page.locator('#password').fill(PASSWORD);
  await page.locator('#loginButton').click();
  await page.locator('#p1').waitFor();
  // Its own URL for this fails for IDs with some characters.
  const device = JSON.stringify(`node//${node}`);
  await page.waitForFunction(`typeof nodes === 'object' && nodes?.some(({ _id }) => _id === ${device})`);
  await page.evaluate(`gotoDevice(${device}, 11)`);
  await connect(page);
  return { page, canvas: '#Desk', received: () => bytes };
}

async function connect(page: Page): Promise<void> {
  await page.locator('#connectbutton1').click();
  await page.waitForFunction(() => document.querySelector<HTMLCanvasElement>('#Desk')?.width === 1280);
}

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => String(text).includes(words) && resolve());
    child.on('exit', () => reject(new Error('MeshCentral did not start')));
  });
}
