import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDE = { width: 1280, height: 720 };
const NARROW = { width: 360, height: 740 };
/** The only rule whose findings depend on the colour scheme: what holds for one layout holds for it in both schemes. */
const OF_COLOUR = ['color-contrast'];

/**
 * axe finds nothing on what is shown now, at 1280 and 360 px, light and dark, and the page does not scroll sideways.
 * Leaves the page wide and light.
 */
export async function expectSeaworthy(page: Page): Promise<void> {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page, OF_COLOUR), `dark, ${size.width} px, ${page.url()}`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await findings(page), `light, ${size.width} px, ${page.url()}`).toEqual([]);
    expect(await overhang(page), `sideways scrolling at ${size.width} px, ${page.url()}`).toBe(0);
  }
}

async function findings(page: Page, rules?: string[]): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** By how many pixels the page is wider than its window. */
async function overhang(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}
