import type { Page } from '@playwright/test';

const WARM_UP = 20;
const THROTTLE = 4;
/** Names have this many letters; the next letter starts a new name. */
export const NAME = 20;
/** Delays between keys of a person in the middle of writing, repeated. */
export const RHYTHM_MS = [80, 120, 95, 150, 260, 110, 270, 90, 340, 130];
/** How long a key is held: otherwise the keyup handling would count toward the time to paint. */
const HELD_MS = 60;
/** The browser does not report faster keys. */
const QUICKEST_MS = 16;

/**
 * Types in the focused field on a four times slower processor. Measures from each key event's own timestamp until the frame that shows it is on the
 * screen, as the browser reports it (Event Timing, in steps of 8 ms). A message sent by the page itself would arrive
 * after the frame: the browser runs queued tasks first, such as its search for forms to autofill.
 */
export async function type(page: Page, keys: number, rhythm: readonly number[]): Promise<readonly number[]> {
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
export function beginName(page: Page): Promise<void> {
  return page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.select());
}
