import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish, t } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { beginName, NAME, RHYTHM_MS, type } from './lib/keystrokes.ts';
import { percentile, type Result, rounded } from './lib/result.ts';
import { workOf } from './lib/usage.ts';

const SESSIONS = 20;
const KEYSTROKES = 400;
/** Pauses after which the form data update (500 ms) coincides with the next key: the worst case. */
const HALTING_MS = [505, 520, 540, 560, 600, 510, 530, 550, 580, 650];
const HALTING_KEYS = 60;

/** For CPU work per keystroke, unthrottled: a run of keys, and keys that are each followed by a form data update. */
const STEADY_KEYS = 60;
const STEADY_MS = 60;
const PAUSED_KEYS = 20;
const PAUSE_MS = 750;

/** Keystroke to paint in a profile form with 20 remote desktops, on a four times slower processor. */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
    await speakEnglish(page);
    await openConsole(page, server);
    const api = await apiOf(page, server);
    const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
    const profile = { name: 'Terminal servers', organizationId: organization.id, definition: definition() };
    const { id } = await api.send<{ id: string }>('POST', '/profiles', profile);
    await page.goto(`${server.url}/manage/profile/${id}?form=sessions/rdp`);
    await page.getByRole('main').getByRole('button', { name: 'Terminal server 10' }).first().click();
    const field = page.getByLabel(t('profile.thinhoc.sessions.rdp.display_name.label'));
    // At the edge of the window, Chromium reports frames of key events seconds after they were shown.
    await field.evaluate((input) => input.scrollIntoView({ block: 'center' }));
    await field.focus();
    const samples = await type(page, KEYSTROKES, RHYTHM_MS);
    const halting = await type(page, HALTING_KEYS, HALTING_MS);
    const typing = await workOf(page, () => press(page, STEADY_KEYS, STEADY_MS));
    const pausing = await workOf(page, () => press(page, PAUSED_KEYS, PAUSE_MS));
    return {
      benchmark: 'form-typing',
      figures: [
        { name: 'keystroke to paint p50', unit: 'ms', value: rounded(percentile(samples, 0.5), 1) },
        { name: 'keystroke to paint p95', unit: 'ms', value: rounded(percentile(samples, 0.95), 1), aim: 50 },
        { name: 'keystroke to paint, slowest', unit: 'ms', value: rounded(Math.max(...samples), 1) },
        { name: 'first keystroke after a pause, p50', unit: 'ms', value: rounded(percentile(halting, 0.5), 1) },
        { name: 'first keystroke after a pause, p95', unit: 'ms', value: rounded(percentile(halting, 0.95), 1) },
        { name: 'processor time a keystroke, typing on', unit: 'ms', value: rounded(typing.total / STEADY_KEYS, 1) },
        {
          name: 'processor time a keystroke with a pause after it',
          unit: 'ms',
          value: rounded(pausing.total / PAUSED_KEYS, 1),
        },
      ],
    };
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function press(page: Page, keys: number, everyMs: number): Promise<void> {
  for (let key = 0; key < keys; key++) {
    if (key % NAME === 0) await beginName(page);
    await page.keyboard.press('abcdefghij'[key % 10] ?? 'a');
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function definition(): object {
  const icon = {
    index: 0,
    type: 'symbol',
    symbol: 'device-desktop',
    symbol_color: '#FFFFFF',
    background_color: '#171799',
  };
  const rdp = Array.from({ length: SESSIONS }, (_, index) => ({
    display_name: `Terminal server ${index + 1}`,
    icon,
    default_host: `rds${index + 1}.company.example`,
  }));
  return { thinhoc: { sessions: { rdp } } };
}
