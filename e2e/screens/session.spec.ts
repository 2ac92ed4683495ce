import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Language } from '@berth/contract/rules/languages';
import { expect, type Page, test } from '@playwright/test';
import { screenFindings } from '../kit/accessibility.ts';
import { type Api, apiOf } from '../kit/api.ts';
import { type CalendarServer, startCalendarServer } from '../kit/calendar-server.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speak, speakEnglish } from '../kit/texts.ts';
import { readOptions } from './options.ts';
import { RDP_APP, SAMPLE_DEFINITION } from './sample.ts';

/** Screenshots of what opens around the tiles of a machine: panels, phone, settings, messages, kiosk, greeter. */
const SETTLE_MS = 400;
const WINDOW_MS = 1_500;
const { folder, languages, screens, themes } = readOptions(process.env);
const account = { user: 'reception', display_name: 'Reception', auth_pass: 'secret', gateway: '127.0.0.1:9' };
const AUTO_LOGIN = { mode: 'auto-login', 'auto-login-timeout': 1, settings_access: { who: 'everybody' } };
/** Buttons of the Status Bar by index; negative ones count from the end. */
const PANELS = { machine: 0, guests: 1, sound: -3, keyboard: -2, menu: -1 } as const;
/** In the menu, after the theme and the settings (spec chapter 2, Home Screen tour). */
const TOUR_ENTRY = 3;
const TOUR_STEPS = 9;
const PAGES = {
  phone: '/calls',
  settings: '/session/local/settings',
  whiteboard: '/whiteboard',
  mirror: '/mirror',
  'factory-reset': '/factory-reset',
} as const;

test.describe.configure({ mode: 'serial' });

let calendar: CalendarServer;
let server: Server;
let admin: Page;
let api: Api;
let profileId: string;
let profilesMade = 0;

test.beforeAll(async ({ browser }) => {
  await mkdir(folder, { recursive: true });
  calendar = await startCalendarServer();
  await calendar.meet('Besprechung der Hafenbehörde zur Elbvertiefung', -0.5, 0.5, [
    'DESCRIPTION:https://meet.example/a',
  ]);
  await calendar.meet('Interview', 2, 3, ['CLASS:PRIVATE']);
  await calendar.meet('Pilots', 24, 25, [
    'ORGANIZER;CN=Grace Hopper:mailto:g@h.example',
    'DESCRIPTION:https://meet.example/b',
  ]);
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext()).newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  api = await apiOf(admin, server);
});

test.afterAll(async () => {
  await admin?.context().close();
  await server?.dispose();
  await calendar?.dispose();
});

for (const size of screens) {
  test(`panels and pages at ${size}`, async () => {
    test.setTimeout(1_200_000);
    await onMachine(size, look);
  });

  test(`windows, messages, kiosk mode and greeter at ${size}`, () => onMachine(size, lookAtWindows));
}

/** Runs a function on a separate machine, in its room. */
async function onMachine(
  size: string,
  work: (machine: Machine, size: string, id: string) => Promise<void>,
): Promise<void> {
  await renewApi();
  const before = new Set((await api.machines()).map(({ id }) => id));
  const machine = await startMachine(server.url, size, {
    more: ['--enroll', await enrollmentCode(), '--allow-private-webhooks'],
  });
  try {
    await machine.page.waitForURL(/\/session\/local/);
    const own = (await api.machines()).find(({ id }) => !before.has(id));
    if (!own) throw new Error('the machine is not registered');
    await api.send('PUT', `/machines/${own.id}/context`, {
      machine: { flex: { calendar_integration: calendar.settings } },
    });
    await work(machine, size, own.id);
  } finally {
    await machine.dispose();
  }
}

/** The previous token may have expired. */
async function renewApi(): Promise<void> {
  api = await apiOf(admin, server);
}

async function enrollmentCode(): Promise<string> {
  const [{ id: organizationId }] = await api.send<[{ id: string }]>('GET', '/organizations');
  ({ id: profileId } = await api.send<{ id: string }>('POST', '/profiles', {
    name: `Meeting rooms ${++profilesMade}`,
    organizationId,
    deployment: 'flex',
  }));
  await api.merge(profileId, { definition: definition('dark', 1) });
  const wanted = { profileId, deployment: 'flex', uses: 1, validHours: 1 };
  return (await api.send<{ code: string }>('POST', `/organization/${organizationId}/enrollment-codes`, wanted)).code;
}

function definition(scheme: 'dark' | 'light', scale: number): object {
  const { thinhoc } = SAMPLE_DEFINITION;
  return {
    system: { customization: { 'global-dark-theme': scheme === 'dark' }, auth: AUTO_LOGIN },
    thinhoc: {
      ...thinhoc,
      apps: {
        enabled: [...thinhoc.apps.enabled, RDP_APP, 'thinhoc::whiteboard', 'thinhoc::mirroring', 'thinhoc::sip-client'],
      },
      sip: { enabled: true, accounts: [account] },
      customization: {
        ...thinhoc.customization,
        keyboard_layouts: ['DE', 'CH', 'FR', 'GB'],
        custom_ping_indicators: [{ name: 'Counter', host: '127.0.0.1' }],
        scaling_factors: { ui_scaling_factor: scale },
      },
    },
  };
}

async function look(machine: Machine, size: string): Promise<void> {
  const { page } = machine;
  for (const [scheme, scale] of [...themes.map((each) => [each, 1] as const), ['dark', 2] as const]) {
    await renewApi();
    await api.merge(profileId, { definition: definition(scheme, scale) });
    await page.locator(`html[data-theme="${scheme}"]`).waitFor();
    const zoom = () => page.evaluate(() => Number(document.documentElement.style.getPropertyValue('zoom')));
    // A screen smaller than 1920x1080 shows all of it smaller, a larger one larger.
    const [width = 0, height = 0] = size.split('x').map(Number);
    const unscaled = Math.max(1, Math.min(width / 1920, height / 1080));
    if (scale > 1) await expect.poll(zoom).toBeGreaterThan(unscaled);
    else await expect.poll(zoom).toBeLessThanOrEqual(unscaled);
    for (const language of languages) await lookAround(machine, `${language}-${scheme}-${size}-x${scale}`, language);
  }
}

async function lookAround({ page }: Machine, name: string, language: Language): Promise<void> {
  const picture = async (what: string): Promise<void> => {
    await page.waitForTimeout(SETTLE_MS);
    await page.screenshot({ path: join(folder, `session-${what}-${name}.png`) });
    expect.soft(await screenFindings(page, '.excalidraw'), `axe: ${what} ${name}`).toEqual([]);
  };
  const show = async (path: string): Promise<void> => {
    await page.goto(new URL(path, page.url()).href);
    await page.waitForLoadState('networkidle');
  };
  await show('/session/local');
  await speak(page, language);
  await page.locator('[data-tour="status-bar"]').waitFor();
  await picture('home');
  for (const [what, place] of Object.entries(PANELS)) {
    await page.locator('[data-tour="status-bar"]').getByRole('button').nth(place).click();
    await page.getByRole('dialog').waitFor();
    await picture(`panel-${what}`);
    await page.keyboard.press('Escape');
  }
  await page.locator('[data-tour="status-bar"]').getByRole('button').nth(PANELS.menu).click();
  await page.getByRole('dialog').getByRole('button').nth(TOUR_ENTRY).click();
  for (let step = 1; step <= TOUR_STEPS; step++) {
    await picture(`tour-${step}`);
    await page.keyboard.press('Enter');
  }
  for (const [what, path] of Object.entries(PAGES)) {
    await show(path);
    await picture(what);
  }
  await show('/session/local');
}

/** The whole display: windows with their frames, administrator messages, kiosk mode, the greeter. */
async function lookAtWindows(machine: Machine, size: string, id: string): Promise<void> {
  const { page } = machine;
  const picture = async (what: string): Promise<void> => {
    // Kiosk mode closes the home screen's page.
    await pause(WINDOW_MS);
    await machine.screenshot(join(folder, `display-${what}-${size}.png`));
  };
  await api.merge(profileId, { definition: definition('dark', 1) });
  await speak(page, 'deu');
  await api.notify(id, 'Die Feuerübung beginnt in zehn Minuten. Bitte speichern Sie Ihre Arbeit.');
  await page.getByRole('dialog').waitFor();
  await picture('notification');
  await page.getByRole('dialog').getByRole('button').click();
  await page.getByRole('button', { name: 'Intranet', exact: true }).click();
  await expect.poll(() => machine.windows()).toHaveLength(2);
  await picture('window');
  await api.merge(profileId, { definition: { thinhoc: { kiosk: { session_type: 'webapp', session_index: 3 } } } });
  await expect.poll(() => machine.frontWindow().catch(() => '')).toBe('Wiki');
  await picture('kiosk');
  await api.merge(profileId, { definition: { thinhoc: { kiosk: { session_type: 'none' } } } });
  await api.merge(profileId, { definition: { system: { auth: { mode: 'external-login' } } } });
  // Kiosk mode had ended the home screen browser.
  await (await machine.pageNow()).waitForURL(/\/greeter/);
  await picture('greeter');
}
