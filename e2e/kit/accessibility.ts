import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const WIDE = { width: 1280, height: 720 };
const NARROW = { width: 360, height: 740 };

/**
 * axe finds nothing on what is shown now: light at 360 px, dark at 1280 px, which is each scheme and each layout once;
 * and the page does not scroll sideways at either size. Leaves the page wide and light.
 */
export async function expectSeaworthy(page: Page): Promise<void> {
  for (const [size, colorScheme] of [
    [NARROW, 'light'],
    [WIDE, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    expect.soft(await findings(page), `${colorScheme}, ${size.width} px, ${page.url()}`).toEqual([]);
    expect.soft(await overhang(page), `sideways scrolling at ${size.width} px, ${page.url()}`).toBe(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** What axe finds in the page's own document; frames have tests of their own. */
async function findings(page: Page): Promise<readonly string[]> {
  // Once per document: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { readonly axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { iframes: false, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** By how many pixels the page is wider than its window. */
async function overhang(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
