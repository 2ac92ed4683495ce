import type { Browser, Page } from '@playwright/test';
import { type Api, apiOf } from './api.ts';
import { type Server, startServer } from './server.ts';
import { openConsole } from './test-environment.ts';
import { speakEnglish } from './texts.ts';

/** Grace at the console of a server of the Pro tier, with a profile beside the first one to work on. */
export interface Office {
  readonly server: Server;
  readonly page: Page;
  readonly api: Api;
  /** The id of the profile. */
  readonly profile: string;
  readonly dispose: () => Promise<void>;
}

/** Opens an office whose profile has this name; what had begun ends again where a part of it does not start. */
export async function openOffice(browser: Browser, profileName: string): Promise<Office> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
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
