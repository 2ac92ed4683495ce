import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { type Machine, type MachineOptions, startMachine } from '@berth/e2e/kit/machine';
import { type Server, startServer } from '@berth/e2e/kit/server';
import { completeWizard, openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';

/** A machine at its home screen, and the console's API calls. */
export interface RegisteredMachine {
  readonly server: Server;
  readonly api: Api;
  readonly machine: Machine;
  readonly profileId: string;
  /** The API with a renewed token: one is valid for ten minutes. */
  renewedApi(): Promise<Api>;
  dispose(): Promise<void>;
}

/** Starts a machine as its systemd unit does; accepts more Node options. */
export function startAsUnit(serverUrl: string, options: MachineOptions = {}): Promise<Machine> {
  return startMachine(serverUrl, '1280x720', {
    ...options,
    flags: [...NODE_FLAGS, ...(options.flags ?? [])],
    env: { ...UNIT_ENV, ...options.env },
  });
}

/** Starts a server and a machine registered through the wizard; its profile has one web app of this name, if any. */
export async function registerTestMachine(
  webapp?: { readonly name: string; readonly url: string },
  options: MachineOptions = {},
): Promise<RegisteredMachine> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  const machine = await startAsUnit(server.url, options);
  const dispose = async () => {
    await machine.dispose();
    await browser.close();
    await server.dispose();
  };
  try {
    const admin = await browser.newPage();
    await speakEnglish(admin);
    await openConsole(admin, server);
    await completeWizard(machine, 'Bench');
    const api = await apiOf(admin, server);
    const [{ id: profileId }] = await api.profiles();
    if (webapp) {
      const entry = { display_name: webapp.name, window_title: webapp.name, url: webapp.url };
      await api.merge(profileId, { definition: { thinhoc: { sessions: { webapp: [entry] } } } });
      await machine.page.getByRole('button', { name: webapp.name, exact: true }).waitFor();
    }
    // The console is not needed any more; its page would use CPU.
    await admin.goto('about:blank');
    const renewedApi = async () => {
      await renewToken(admin, server);
      const renewed = await apiOf(admin, server);
      await admin.goto('about:blank');
      return renewed;
    };
    return { server, api, machine, profileId, renewedApi, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Makes the console renew its token, as it does before one expires. */
async function renewToken(admin: Page, server: Server): Promise<void> {
  await admin.goto(server.url);
  const before = await admin.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('access_token') ?? '{}');
    sessionStorage.setItem('access_token', JSON.stringify({ ...stored, expiresAt: 0 }));
    return String(stored.token);
  });
  await admin.reload();
  await admin.waitForFunction((old) => {
    const { token } = JSON.parse(sessionStorage.getItem('access_token') ?? '{}');
    return token !== undefined && token !== old;
  }, before);
}

const UNIT = join(import.meta.dirname, '../../deploy/deb/files/usr/lib/systemd/system/berth-agent.service');
const text = readFileSync(UNIT, 'utf8');

/** How long systemd waits before it restarts the agent, in milliseconds. */
export const RESTART_MS = Number(/^RestartSec=(\d+)ms$/m.exec(text)?.[1]);

/** Node options in the agent's unit. */
const NODE_FLAGS = (/^ExecStart=\S+ (.*?) \S+agent\.mjs/m.exec(text)?.[1] ?? '').split(' ').filter(Boolean);

/** Environment variables of the agent's unit that affect Node and its memory. */
const UNIT_ENV = Object.fromEntries(
  [...text.matchAll(/\b(NODE_ENV|MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
) as Readonly<Record<string, string>>;
