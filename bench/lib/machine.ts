import { type Api, apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { comeAlongside, settleIn } from '@berth/e2e/kit/harbour';
import { type Machine, type MachineOptions, startMachine } from '@berth/e2e/kit/machine';
import { type Server, startServer } from '@berth/e2e/kit/server';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium } from '@playwright/test';
import { NODE_FLAGS, UNIT_ENV } from './unit.ts';

/** A machine at its home screen, and the console's calls. */
export interface MooredMachine {
  readonly server: Server;
  readonly api: Api;
  readonly machine: Machine;
  readonly profileId: string;
  dispose(): Promise<void>;
}

/** Starts a machine as its unit does. */
export function startAsUnit(serverUrl: string, options: MachineOptions = {}): Promise<Machine> {
  return startMachine(serverUrl, '1280x720', { ...options, flags: NODE_FLAGS, env: { ...UNIT_ENV, ...options.env } });
}

/** A server, and a machine that a person took through its wizard; its profile has one web app of this name, if any. */
export async function moorMachine(
  webapp?: { readonly name: string; readonly url: string },
  options: MachineOptions = {},
): Promise<MooredMachine> {
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
    await settleIn(admin, server);
    await comeAlongside(machine, 'Bench');
    const api = await apiOf(admin, server);
    const [{ id: profileId }] = await api.profiles();
    if (webapp) {
      const entry = { display_name: webapp.name, window_title: webapp.name, url: webapp.url };
      await api.merge(profileId, { definition: { thinhoc: { sessions: { webapp: [entry] } } } });
      await machine.page.getByRole('button', { name: webapp.name, exact: true }).waitFor();
    }
    // Nobody manages it any more; the page would keep its own part of the computer busy.
    await admin.goto('about:blank');
    return { server, api, machine, profileId, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
