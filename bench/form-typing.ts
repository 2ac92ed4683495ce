import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish, t } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { percentile, type Result, rounded } from './lib/result.ts';
import { workOf } from './lib/usage.ts';

const SESSIONS = 20;
const KEYSTROKES = 400;
const WARM_UP = 20;
const THROTTLE = 4;
/** Names have this many letters; the next letter starts a new name. */
const NAME = 20;
/** Delays between keys of a person in the middle of writing, repeated. */
const RHYTHM_MS = [80, 120, 95, 150, 260, 110, 270, 90, 340, 130];
/** How long a key is held: otherwise the keyup handling would count toward the time to paint. */
const HELD_MS = 60;
/** The browser does not report faster keys. */
const QUICKEST_MS = 16;
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

/**
 * Types in the focused field. Measures from each key event's own timestamp until the frame that shows it is on the
 * screen, as the browser reports it (Event Timing, in steps of 8 ms). A message sent by the page itself would arrive
 * after the frame: the browser runs queued tasks first, such as its search for forms to autofill.
 */
async function type(page: Page, keys: number, rhythm: readonly number[]): Promise<readonly number[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  await beginName(page);
  await page.evaluate(watchKeys, { name: NAME, quickest: QUICKEST_MS });
  for (let key = 0; key < WARM_UP + keys; key++) {
    // Not awaited: a person does not wait for the page either.
    void page.keyboard.press('abcdefghij'[key % 10] ?? 'a', { delay: HELD_MS });
    await new Promise((resolve) => setTimeout(resolve, rhythm[key % rhythm.length]));
  }
  await page.waitForFunction(
    (count) => (window as unknown as { watched: { drawn: number } }).watched.drawn >= count,
    WARM_UP + keys,
  );
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { keydown, keypress } = await page.evaluate(async () => {
    const { watched } = window as unknown as { watched: Watched };
    // Entries for the last keys arrive a moment after their frames.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    watched.end();
    return watched.entries;
  });
  if (keydown.length !== WARM_UP + keys || keypress.length !== keydown.length) throw new Error('Not every key came');
  // Both events belong to one key; the letter is visible once both have been painted.
  return keydown.map((ms, key) => Math.max(ms, keypress[key] ?? 0)).slice(WARM_UP);
}

interface Watched {
  /** Number of keys painted. */
  drawn: number;
  /** Milliseconds to the screen, in the order of the keys. */
  readonly entries: { keydown: number[]; keypress: number[] };
  readonly end: () => void;
}

/** In the page: records the time to the screen of every key. */
function watchKeys({ name, quickest }: { readonly name: number; readonly quickest: number }): void {
  const shown = { keydown: new Map<number, number>(), keypress: new Map<number, number>() };
  const came = { keydown: [] as number[], keypress: [] as number[] };
  const listening = new AbortController();
  const observer = new PerformanceObserver((list) => {
    for (const { name: type, startTime, duration } of list.getEntries()) {
      if (type === 'keydown' || type === 'keypress') shown[type].set(startTime, duration);
    }
  });
  const options: PerformanceObserverInit & { readonly durationThreshold: number } = {
    type: 'event',
    durationThreshold: quickest,
  };
  observer.observe(options);
  const watched: Watched = {
    drawn: 0,
    entries: { keydown: [], keypress: [] },
    end() {
      observer.disconnect();
      listening.abort();
      for (const type of ['keydown', 'keypress'] as const) {
        // Keys below the threshold are not reported.
        watched.entries[type] = came[type].map((at) => shown[type].get(at) ?? quickest);
      }
    },
  };
  Object.assign(window, { watched });
  const onKey = ({ type, timeStamp }: Event): void => {
    came[type as 'keydown' | 'keypress'].push(timeStamp);
    if (type === 'keydown') requestAnimationFrame(() => setTimeout(onDrawn));
  };
  const onDrawn = (): void => {
    watched.drawn++;
    // Starts the next name in the page itself, because a call from outside would delay the next key.
    if (watched.drawn % name === 0) (document.activeElement as HTMLInputElement | null)?.select();
  };
  for (const type of ['keydown', 'keypress'])
    addEventListener(type, onKey, { capture: true, signal: listening.signal });
}

/** Selects the field's content, which the next letter replaces, without a key that would be counted. */
function beginName(page: Page): Promise<void> {
  return page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.select());
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
