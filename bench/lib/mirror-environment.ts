import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { type Machine, startMachine } from '@berth/e2e/kit/machine';
import { askToJoin, button, codeOn } from '@berth/e2e/kit/mirroring';
import { type Server, startServer } from '@berth/e2e/kit/server';
import { completeWizard, openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { type Browser, chromium, type Page } from '@playwright/test';
import { STAMPED_SCREEN } from './stamped-screen.ts';

/** A used code is replaced within this time. */
const NEW_CODE_MS = 20_000;
const CHECK_MS = 50;

/** A machine with a screen of 1920 by 1080 that admits everyone, and a browser for guests. */
export interface MirrorEnvironment {
  readonly server: Server;
  readonly machine: Machine;
  /** A guest's page whose shared screen encodes the time at which each frame was drawn. */
  guest(): Promise<Page>;
  /** An unused code, read from the home screen. */
  freshCode(): Promise<string>;
  dispose(): Promise<void>;
}

export async function startMirrorEnvironment(): Promise<MirrorEnvironment> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_RATE_FACTOR: '1000' });
  const machine = await startMachine(server.url, '1920x1080');
  const guests = await chromium.launch(browserOptions);
  try {
    const console = await chromium.launch(browserOptions);
    await prepare(console, server, machine);
    await console.close();
    return {
      server,
      machine,
      freshCode: codesOf(machine),
      async guest() {
        const page = await (await guests.newContext()).newPage();
        await page.addInitScript(STAMPED_SCREEN);
        await speakEnglish(page);
        await page.goto(`${server.url}/share`);
        return page;
      },
      dispose: async () => {
        await guests.close();
        await machine.dispose();
        await server.dispose();
      },
    };
  } catch (error) {
    await guests.close();
    await machine.dispose();
    await server.dispose();
    throw error;
  }
}

async function prepare(browser: Browser, server: Server, machine: Machine): Promise<void> {
  const admin = await browser.newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  await completeWizard(machine, 'Reception');
  const api = await apiOf(admin, server);
  const [first] = await api.profiles();
  const thinhoc = { apps: { enabled: ['thinhoc::mirroring'] }, mirror: { accept_new_connections: 'always' } };
  await api.merge(first.id, { definition: { thinhoc } });
  await codeOn(machine.page);
}

/** A guest joins with the machine's code; resolves when it may choose what to share. */
export async function joinWaitingRoom(page: Page, code: string, name: string): Promise<void> {
  await askToJoin(page, name, code);
  await button(page, 'mirror.share.choose').waitFor();
}

/** Resolves when the guest's stream is selected. */
export function share(page: Page): Promise<void> {
  return button(page, 'mirror.share.choose').click();
}

/** Both, one after the other. */
export async function join(page: Page, code: string, name: string): Promise<void> {
  await joinWaitingRoom(page, code, name);
  await share(page);
}

/**
 * Each code that the home screen shows, once, because a code works once; returns the machine to the home screen for it.
 */
function codesOf({ page }: Machine): () => Promise<string> {
  let last: string | undefined;
  return async () => {
    const back = button(page, 'screens.notHere.back');
    if (await back.isVisible()) await back.click();
    const since = performance.now();
    while (performance.now() - since < NEW_CODE_MS) {
      const code = await codeOn(page);
      if (code !== last) {
        last = code;
        return code;
      }
      await page.waitForTimeout(CHECK_MS);
    }
    throw new Error(`no code but ${last} on the home screen`);
  };
}
