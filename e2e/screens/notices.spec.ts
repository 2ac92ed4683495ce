import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speak, speakEnglish } from '../kit/texts.ts';
import { readOptions } from './options.ts';
import { RDP_APP, SAMPLE_DEFINITION } from './sample.ts';

/** Screenshots of an administrator's messages to users of a machine, and of settings access. */
const SETTLE_MS = 400;
const WINDOW_MS = 2_500;
const SHORT = 'Die Feuerübung beginnt in zehn Minuten.';
const LONG = `${SHORT} Bitte speichern Sie Ihre Arbeit, lassen Sie die Maschine eingeschaltet und gehen Sie zum Sammelplatz im Hof.
Wer Hilfe braucht, ruft 4711 an: Die Haustechnik und die Brandschutzbeauftragten der Hafenbehörde sind bis 18 Uhr erreichbar.
Die Aufzüge stehen still. Danach geht es weiter.`;
const account = { user: 'reception', display_name: 'Reception', auth_pass: 'secret', gateway: '127.0.0.1:9' };
const PAGES = { phone: '/calls', settings: '/session/local/settings', whiteboard: '/whiteboard' } as const;
const { folder, languages, screens, themes } = readOptions(process.env);

test.describe.configure({ mode: 'serial', timeout: 600_000 });

let server: Server;
let admin: Page;
let api: Api;
let organizationId: string;

test.beforeAll(async ({ browser }) => {
  await mkdir(folder, { recursive: true });
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext()).newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  api = await apiOf(admin, server);
  [{ id: organizationId }] = await api.send<[{ id: string }]>('GET', '/organizations');
});
test.afterAll(async () => {
  await admin?.context().close();
  await server?.dispose();
});

interface Look {
  readonly dark: boolean;
  readonly scale?: number;
  readonly access?: object;
  readonly kiosk?: object;
}

function definition({
  dark,
  scale = 1,
  access = { who: 'everybody' },
  kiosk = { session_type: 'none' },
}: Look): object {
  const { thinhoc } = SAMPLE_DEFINITION;
  const enabled = [...thinhoc.apps.enabled, RDP_APP, 'thinhoc::whiteboard', 'thinhoc::sip-client'];
  return {
    system: {
      customization: { 'global-dark-theme': dark },
      auth: { mode: 'auto-login', 'auto-login-timeout': 1, settings_access: access },
    },
    thinhoc: {
      ...thinhoc,
      kiosk,
      apps: { enabled },
      sip: { enabled: true, accounts: [account] },
      customization: { ...thinhoc.customization, scaling_factors: { ui_scaling_factor: scale } },
    },
  };
}

for (const size of screens) {
  test(`messages and settings at ${size}`, async () => {
    const wantedProfile = { name: size, organizationId, deployment: 'flex' };
    const { id: profileId } = await api.send<{ id: string }>('POST', '/profiles', wantedProfile);
    const wear = (look: Look) => api.merge(profileId, { definition: definition(look) });
    await wear({ dark: true });
    const wanted = { profileId, deployment: 'flex', uses: 1, validHours: 1 };
    const codes = `/organization/${organizationId}/enrollment-codes`;
    const { code } = await api.send<{ code: string }>('POST', codes, wanted);
    const before = new Set((await api.machines()).map(({ id }) => id));
    const machine = await startMachine(server.url, size, { more: ['--enroll', code] });
    try {
      await machine.page.waitForURL(/\/session\/local/);
      const own = (await api.machines()).find(({ id }) => !before.has(id));
      if (!own) throw new Error('the machine is not registered');
      await lookAround(machine, size, own.id, wear);
    } finally {
      await machine.dispose();
    }
  });
}

async function lookAround(
  machine: Machine,
  size: string,
  id: string,
  wear: (look: Look) => Promise<unknown>,
): Promise<void> {
  const { page } = machine;
  const show = async (path: string): Promise<void> => {
    await page.goto(new URL(path, page.url()).href);
    await page.waitForLoadState('networkidle');
  };
  const picture = async (what: string, name: string): Promise<void> => {
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(folder, `notice-${what}-${name}-${size}.png`) });
  };
  await api.notify(id, LONG);
  for (const theme of themes) {
    await wear({ dark: theme === 'dark' });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    for (const [what, path] of Object.entries(PAGES)) {
      await show(path);
      for (const language of languages) {
        await speak(page, language);
        await page.getByText(SHORT).first().waitFor();
        await picture(what, `${language}-${theme}`);
      }
    }
    for (const access of [{ who: 'pin', pin: '2580' }, { who: 'administrators' }] as const) {
      await wear({ dark: theme === 'dark', access });
      await show('/session/local');
      await show(PAGES.settings);
      for (const language of languages) {
        await speak(page, language);
        await picture(`gate-${access.who}`, `${language}-${theme}`);
      }
    }
    await wear({ dark: theme === 'dark' });
  }
  await show('/session/local');
  for (const [theme, scale] of [...themes.map((each) => [each, 1] as const), ['dark', 2] as const]) {
    await wear({ dark: theme === 'dark', scale });
    for (const language of languages) {
      await show('/session/local');
      await speak(page, language);
      await picture('home', `${language}-${theme}-x${scale}`);
    }
  }
  // A window may close while they are listed.
  const windows = () => machine.windows().catch(() => ['']);
  // The window in front of other programs, and kiosk mode.
  for (const [theme, scale] of [...themes.map((each) => [each, 1] as const), ['dark', 2] as const]) {
    await wear({ dark: theme === 'dark', scale });
    for (const language of languages) {
      await show('/session/local');
      await speak(page, language);
      await page.getByRole('button', { name: 'Intranet', exact: true }).evaluate((tile: HTMLElement) => tile.click());
      await expect.poll(windows).toContain('Intranet');
      await pause(WINDOW_MS);
      await machine.screenshot(join(folder, `notice-window-${language}-${theme}-x${scale}-${size}.png`));
      await machine.press('ctrl+w');
      await expect.poll(windows).not.toContain('Intranet');
    }
  }
  await wear({ dark: true, kiosk: { session_type: 'webapp', session_index: 3 } });
  await expect.poll(windows).toContain('Wiki');
  await pause(WINDOW_MS);
  await machine.screenshot(join(folder, `notice-kiosk-${size}.png`));
}
