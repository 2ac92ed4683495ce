import type { Browser, Page } from '@playwright/test';
import { type Api, apiOf } from './api.ts';
import { type Server, startServer } from './server.ts';
import { openConsole } from './test-environment.ts';
import { speakEnglish } from './texts.ts';

/** Grace's console on a server of the Pro tier, with a second profile to work on. */
export interface TestConsole {
  readonly server: Server;
  readonly page: Page;
  readonly api: Api;
  /** The profile's ID. */
  readonly profile: string;
  readonly dispose: () => Promise<void>;
}

/** Starts a server and a console with a profile of this name; disposes what has started if a part fails. */
export async function startTestConsole(
  browser: Browser,
  profileName: string,
  env: Record<string, string> = {},
): Promise<TestConsole> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro', ...env });
  try {
    const viewport = { width: 1280, height: 900 };
    const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
    await speakEnglish(page);
    await openConsole(page, server);
    const api = await apiOf(page, server);
    const made = await api.createProfile(profileName);
    const dispose = async () => {
      await page.context().close();
      await server.dispose();
    };
    return { server, page, api, profile: made.id, dispose };
  } catch (error) {
    await server.dispose();
    throw error;
  }
}
