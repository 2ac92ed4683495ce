import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

const WIDE = { width: 1280, height: 720 };
const NARROW = { width: 360, height: 740 };
/** The rules that depend on colors: in the second color scheme only these can find something else. */
const OF_COLOR = ['color-contrast', 'link-in-text-block'];

/**
 * axe finds nothing on the current page, at 1280 and 360 px, light and dark, and the page does not scroll sideways.
 * Leaves the page wide and light.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize(NARROW);
  await expectFree(page, NARROW, 'light');
  await expectFree(page, NARROW, 'dark');
  await page.setViewportSize(WIDE);
  await expectFree(page, WIDE, 'dark');
  await expectFree(page, WIDE, 'light');
}

/** Every change of size or scheme lays the whole page out again, so the caller sets the size. */
async function expectFree(page: Page, { width }: { readonly width: number }, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  const rules = colorScheme === 'dark' ? OF_COLOR : undefined;
  expect.soft(await findings(page, rules), `${colorScheme}, ${width} px, ${page.url()}`).toEqual([]);
  expect.soft(await overhang(page), `sideways scrolling at ${width} px, ${page.url()}`).toBe(0);
}

/** axe findings in the page's own document; frames have tests of their own. */
async function findings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await standsStill(page);
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

/** Waits for what fades in or glides: axe would measure the colors halfway. Spinners, and what follows scrolling, go on. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(
      ({ effect, playState, timeline }) =>
        // A paused one never ends.
        playState === 'running' &&
        timeline instanceof DocumentTimeline &&
        effect?.getComputedTiming().endTime !== Infinity,
    );
    // An animation whose element goes away is canceled, which rejects.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Pixels by which the page is wider than its window. */
async function overhang(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
}

/**
 * axe finds nothing on a machine's screen, and each text is large enough to be read from two meters.
 * @param except what is not ours, as a CSS selector.
 */
export async function expectAccessibleScreen(screen: Page, except = 'none'): Promise<void> {
  expect(await screenFindings(screen, except)).toEqual([]);
  expect(await smallTexts(screen, except)).toEqual([]);
}

/**
 * axe findings on a machine's screen, with those of its frames.
 * @param except what is not ours, as a CSS selector.
 */
export async function screenFindings(screen: Page, except = 'none'): Promise<readonly string[]> {
  await standsStill(screen);
  const { violations } = await new AxeBuilder({ page: screen }).setLegacyMode().exclude(except).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** The least text on a screen of 1920x1080, in pixels. */
const LEAST_TEXT = 18;

/** Texts of a machine's screen that are smaller, measured as the design has them: other screens show all of it scaled. */
function smallTexts(screen: Page, except: string): Promise<string[]> {
  return screen.evaluate(
    ([least, selector]) => {
      const small = new Set<string>();
      const check = (place: Element | null, text = '') => {
        if (!place?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
        if (place.closest(`script, style, svg, .visually-hidden, ${selector}`)) return;
        const size = Number.parseFloat(getComputedStyle(place).fontSize);
        if (size < least) small.add(`“${text.slice(0, 40)}” in ${place.localName}: ${size} px`);
      };
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        const text = node.textContent?.trim();
        if (text) check(node.parentElement, text);
      }
      for (const field of document.querySelectorAll('input:not([type=checkbox]), select, textarea')) check(field);
      return [...small];
    },
    [LEAST_TEXT, except] as const,
  );
}

/** A finger's width, in the design's pixels. */
const TARGET = 44;

/**
 * Controls of a machine's page that a finger would miss, with their sizes. Measured as the design has them: a small
 * screen shows all of it smaller. A control inside a label is as large as that; links in running text count as text.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const scale = Number(getComputedStyle(document.documentElement).getPropertyValue('--scale')) || 1;
    const controls = document.querySelectorAll<HTMLElement>(
      'button, input, select, textarea, summary, [role=button], [role=switch], [role=tab], [tabindex="0"]:not(main)',
    );
    return [...controls].flatMap((control) => {
      const { width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || control.closest('[inert], [aria-hidden=true], .visually-hidden') || width <= 1) return [];
      const [w, h] = [width / scale, height / scale];
      // Half a pixel is lost by rounding.
      if (w >= least - 0.5 && h >= least - 0.5) return [];
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 30) ?? '';
      return [`${control.localName} “${name || control.className}” ${Math.round(w)}×${Math.round(h)}`];
    });
  }, TARGET);
}
