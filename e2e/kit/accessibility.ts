import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const WIDE = { width: 1280, height: 720 };
const NARROW = { width: 360, height: 740 };
/** The rule that depends on colors; at the second size only this one can differ between color schemes. */
const OF_COLOR = ['color-contrast'];

/**
 * axe finds nothing on the current page, at 1280 and 360 px, light and dark, and the page does not scroll sideways.
 * Leaves the page wide and light.
 */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect
      .soft(await findings(page, size === WIDE ? undefined : OF_COLOR), `dark, ${size.width} px, ${page.url()}`)
      .toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect.soft(await findings(page), `light, ${size.width} px, ${page.url()}`).toEqual([]);
    expect.soft(await overhang(page), `sideways scrolling at ${size.width} px, ${page.url()}`).toBe(0);
  }
}

/** axe findings in the page's own document; frames have tests of their own. */
async function findings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Once per document: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { readonly axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, {
      iframes: false,
      resultTypes: ['violations'],
      ...(only ? { runOnly: [...only] } : {}),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}

/** Pixels by which the page is wider than its window. */
async function overhang(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
