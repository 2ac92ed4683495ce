import { type Api, apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { type Server, startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium } from '@playwright/test';
import type { FleetEnvironment } from './fleet.ts';

/** A server with one organization and one profile, and its owner's API calls. */
export interface BenchEnvironment extends FleetEnvironment {
  readonly server: Server;
  /** A member's access token. */
  readonly token: string;
  readonly api: Api;
  dispose(): Promise<void>;
}

/** Signs up and creates the organization in a browser, which stays open to renew the token. */
export async function startBenchEnvironment(env: Record<string, string> = {}): Promise<BenchEnvironment> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_RATE_FACTOR: '1000', ...env });
  const browser = await chromium.launch(browserOptions);
  try {
    const admin = await browser.newPage();
    await speakEnglish(admin);
    await openConsole(admin, server);
    const api = await apiOf(admin, server);
    const [organization] = await api.send<{ readonly id: string }[]>('GET', '/organizations');
    const organizationId = organization?.id ?? '';
    const profile = await api.send<{ readonly id: string }>('POST', '/profiles', { name: 'Bench', organizationId });
    const stored = await admin.evaluate(() => sessionStorage.getItem('access_token'));
    const { token } = JSON.parse(stored ?? '{}') as { readonly token: string };
    return {
      server,
      api,
      url: server.url,
      data: server.data,
      token,
      organizationId,
      profileId: profile.id,
      dispose: async () => {
        await browser.close();
        await server.dispose();
      },
    };
  } catch (error) {
    await browser.close();
    await server.dispose();
    throw error;
  }
}
