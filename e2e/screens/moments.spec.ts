import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { APP_CATALOG } from '@berth/contract/apps/catalog';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { apiOf } from '../kit/api.ts';
import { startMachine } from '../kit/machine.ts';
import { startServer } from '../kit/server.ts';
import { openConsole } from '../kit/test-environment.ts';
import { speak, speakEnglish } from '../kit/texts.ts';
import { readOptions } from './options.ts';
import { RDP_APP, SAMPLE_DEFINITION } from './sample.ts';

/** Screenshots of occasional screens: greeter, update, screensaver, widgets, hidden dialogs. */
const SETTLE_MS = 500;
const BETA_APP = 'thinhoc::hosted-desktop';
const BACKGROUNDS = join(import.meta.dirname, '../../packages/client/public/backgrounds');
const { folder, languages, screens, themes } = readOptions(process.env);

const inData = (file: string) => `data:image/webp;base64,${readFileSync(join(BACKGROUNDS, file)).toString('base64')}`;
const WIDGETS = [
  {
    type: 'button',
    button: { text: 'Hausmeister rufen', icon: 'cogs', action: { type: 'system', system: { action: 'power-reboot' } } },
  },
  { type: 'qr', qr: { title: 'Gästenetz', type: 'wifi_hint' } },
  {
    type: 'text',
    text: { text: '<h2>Kantine</h2><p>Heute: <b>Labskaus</b> mit Rote Bete, vegetarisch: Kürbisrisotto</p>' },
  },
  { type: 'text', text: { text: '<p>Die Schleuse ist bis <b>14 Uhr</b> gesperrt.</p>' } },
];
const SLIDES = [
  {
    type: 'text',
    title: 'Sturmflutwarnung',
    content: 'Das Hafentor schließt um 18 Uhr.\nBitte Fahrzeuge vom Fischmarkt entfernen.',
  },
  { type: 'image', title: 'Tag der offenen Tür am 3. Oktober', image: inData('morning-1.webp') },
  { type: 'video', title: 'Die neue Schleuse', video: 'http://127.0.0.1:9/lock.webm' },
];

/** A machine at its home screen that shows its pages in one size and scheme. */
interface Scene {
  readonly page: Page;
  readonly change: (definition: object) => Promise<void>;
  readonly logins: (settings: object) => Promise<void>;
  readonly update: () => Promise<void>;
  /** Captures the whole display with another program's keyboard on it. */
  readonly display: (what: string) => Promise<void>;
  readonly picture: (what: string, settleMs?: number) => Promise<void>;
}

for (const size of screens)
  test(`moments at ${size}`, async ({ browser }) => {
    test.setTimeout(600_000);
    await mkdir(folder, { recursive: true });
    await onScene(browser, size, lookAtMoments);
  });

async function onScene(browser: Browser, size: string, look: (scene: Scene) => Promise<void>): Promise<void> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const admin = await (await browser.newContext()).newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  const api = await apiOf(admin, server);
  const [{ id: organizationId }] = await api.send<[{ id: string }]>('GET', '/organizations');
  const { id: profileId } = await api.send<{ id: string }>('POST', '/profiles', {
    name: 'Meeting rooms',
    organizationId,
    deployment: 'flex',
  });
  const change = (definition: object) => api.merge(profileId, { definition });
  await change(home('dark', 1));
  const machine = await startMachine(server.url, size, { more: ['--enroll', await api.enrollmentCode('flex')] });
  try {
    const { page } = machine;
    await page.waitForURL(/\/session\/local/);
    const [{ id }] = await api.machines();
    for (const [theme, scale] of [...themes.map((each) => [each, 1] as const), ['dark', 2] as const]) {
      await change(home(theme, scale));
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
      for (const language of languages) {
        await page.goto(new URL('/session/local', page.url()).href);
        await page.locator('[data-tour="status-bar"]').waitFor();
        await speak(page, language);
        const picture = async (what: string, settleMs = SETTLE_MS) => {
          await page.waitForTimeout(settleMs);
          await page.screenshot({
            animations: 'disabled',
            path: join(folder, `moment-${what}-${language}-${theme}-${size}-x${scale}.png`),
          });
        };
        const display = async (what: string) => {
          await page.locator('[data-tour="status-bar"]').waitFor();
          await expect.poll(() => keyboardOn(machine.display)).toBe(true);
          await page.waitForTimeout(SETTLE_MS);
          await machine.screenshot(join(folder, `moment-${what}-${language}-${theme}-${size}-x${scale}.png`));
        };
        await look({
          page,
          change,
          picture,
          display,
          logins: (settings) => api.changeLogins(organizationId, settings),
          update: () => api.send('POST', `/machines/${id}/triggerUpdate`),
        });
      }
    }
  } finally {
    await machine.dispose();
    await admin.context().close();
    await server.dispose();
  }
}

/** Records a one-second video of colors in the page itself. */
async function film(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const recorded = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data);
    });
    recorder.start();
    for (let frame = 0; context && frame < 25; frame++) {
      context.fillStyle = `hsl(${frame * 14} 60% 40%)`;
      context.fillRect(frame * 24, 0, 640, 360);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    recorder.stop();
    return [...new Uint8Array(await (await recorded).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

function keyboardOn(display: string): boolean {
  const windows = execFileSync('xwininfo', ['-display', display, '-root', '-tree'], { encoding: 'utf8' });
  return /\("onboard".*72x72/.test(windows);
}

function home(theme: 'dark' | 'light', scale: number): object {
  const { thinhoc } = SAMPLE_DEFINITION;
  const place = (x: number, w: number) => ({ x, y: 0, w, h: 4 });
  const layout = WIDGETS.map((widget, index) => ({ id: `w${index}`, ...place(index * 3, 3), widget }));
  return {
    system: {
      customization: { 'global-dark-theme': theme === 'dark' },
      auth: { mode: 'auto-login', 'auto-login-timeout': 1 },
      accessibility: { osk_enabled: false },
    },
    thinhoc: {
      ...thinhoc,
      apps: {
        enabled: [...thinhoc.apps.enabled, RDP_APP, 'thinhoc::whiteboard', BETA_APP],
        installed: { [BETA_APP]: APP_CATALOG[BETA_APP].definition },
      },
      screensaver: { enabled: true, slides: SLIDES, duration: 600 },
      customization: {
        ...thinhoc.customization,
        info_section_content: '',
        dashboard: {
          height: 30,
          layouts: [
            { name: 'Heute', layout },
            { name: 'Morgen', layout: [] },
          ],
        },
        delimitersBetweenAppSets: true,
        wifi_hint: { ssid: 'Büro-Gäste', password: 'willkommen' },
        scaling_factors: { ui_scaling_factor: scale },
      },
    },
  };
}

async function lookAtMoments({ page, change, logins, update, picture, display }: Scene): Promise<void> {
  const show = (path: string) => page.goto(new URL(path, page.url()).href);
  await picture('widgets');
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+u');
  await page.getByRole('dialog').waitFor();
  await picture('debug');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Windows desktop' }).click();
  await page.getByRole('dialog').waitFor();
  await picture('rdp-login');
  await page.keyboard.press('Escape');
  await update();
  await page.getByText(/\d+\s?%/).waitFor();
  await picture('update', 0);
  const video = await film(page);
  await page.route('**/lock.webm', (route) => route.fulfill({ body: video, contentType: 'video/webm' }));
  for (const what of SLIDES) {
    await change({ thinhoc: { screensaver: { enabled: true, slides: [what] } } });
    await show('/screensaver');
    await page.getByText(what.title).waitFor();
    await picture(`screensaver-${what.type}`);
  }
  await show('/session/local');
  await change({ system: { accessibility: { osk_enabled: true } } });
  await display('keyboard');
  await change({ system: { accessibility: { osk_enabled: false } } });
  await logins({
    ldap: { enabled: true, url: 'ldap://127.0.0.1:1', 'base-dn': 'dc=company' },
    local: { enabled: true },
    'product-id': { enabled: true },
  });
  await change({ system: { auth: { mode: 'external-login' } } });
  await expect.poll(() => page.url()).toContain('/greeter');
  await picture('greeter');
  await change({ system: { auth: { mode: 'auto-login', 'auto-login-timeout': 600 } } });
  await expect.poll(() => page.url()).toContain('/session/local');
  await page.keyboard.press('Control+Alt+Backspace');
  await expect.poll(() => page.url()).toContain('/greeter');
  await picture('greeter-automatic');
  // Recording starts now.
  await page.getByRole('main').getByRole('button').first().click();
  await expect.poll(() => page.url()).toContain('/session/local');
}
