import { expect, type Locator, type Page } from '@playwright/test';

/** Maximum tab stops before an element counts as unreachable. */
const STOPS_MAX = 80;

/** A person without a mouse: moves the focus, types, presses keys. */
export interface Keyboard {
  /** Presses Tab until the element has visible focus. */
  readonly to: (element: Locator) => Promise<void>;
  /** Presses arrow keys until the item of an open menu, or of a radio group, has the focus. */
  readonly along: (item: Locator) => Promise<void>;
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
}

export function keyboardOf(page: Page): Keyboard {
  const go = async (element: Locator, key: string): Promise<void> => {
    await element.waitFor();
    for (let stop = 0; stop < STOPS_MAX; stop++) {
      if (await element.evaluate((node) => node === document.activeElement)) {
        return expect(element).toBeInViewport();
      }
      await page.keyboard.press(key);
    }
    throw new Error(`the focus does not come to ${element}`);
  };
  return {
    to: (element) => go(element, 'Tab'),
    along: (item) => go(item, 'ArrowDown'),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
  };
}

/**
 * Presses keys that count only in quick succession, until their effect shows: a busy computer may need several
 * attempts.
 */
export async function pressInTime(page: Page, keys: readonly string[], shown: Locator): Promise<void> {
  await expect(async () => {
    for (const key of keys) await page.keyboard.press(key);
    await expect(shown).toBeVisible({ timeout: 3_000 });
  }).toPass();
}
