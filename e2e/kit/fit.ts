import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@berth/contract/rules/languages';
import { expect, type Locator, type Page } from '@playwright/test';

const I18N = join(import.meta.dirname, '../../packages/contract/src/texts');

/** A text of the page that is not shown whole. */
interface Cut {
  readonly text: string;
  /** Ends in an ellipsis, or runs out of its button, cell or window. */
  readonly how: 'ellipsis' | 'overflow';
  readonly where: string;
}

/**
 * Texts that do not fit their place: the product's own that end in an ellipsis, and any that run out of their button,
 * table cell or window. Names and addresses may end in an ellipsis.
 */
export async function textsThatDoNotFit(page: Page, language: Language): Promise<string[]> {
  const cuts = await page.evaluate(cutTexts);
  const isOwn = ownTexts(language);
  return cuts
    .filter(({ text, how }) => how === 'overflow' || isOwn(text))
    .map(({ text, how, where }) => `${how}: "${text}" in ${where}`);
}

/** Runs in the page. */
function cutTexts(): Cut[] {
  const PLACES = 'button, a, label, th, td, legend, h1, h2, h3, h4, li, option, [role=tab], [role=status]';
  const SLACK = 1.5;
  const found = new Map<string, Cut>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const parent = node.parentElement;
    if (text === '' || !parent || parent.closest('script, style, svg, select, [hidden], .visually-hidden')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const note = (how: Cut['how'], element: Element) => {
      const where = `${element.tagName.toLowerCase()}.${element.className.toString().split(' ')[0]}`;
      found.set(`${text} ${how}`, { text, how, where });
    };
    let canScroll = false;
    let isHidden = false;
    for (let place: Element | null = parent; place; place = place.parentElement) {
      const { overflowX, position, clipPath } = getComputedStyle(place);
      // For screen readers only.
      isHidden ||= clipPath !== 'none';
      if (isHidden) break;
      const { left, right } = place.getBoundingClientRect();
      const isOutside = box.right > right + SLACK || box.left < left - SLACK;
      if (overflowX === 'auto' || overflowX === 'scroll') canScroll = true;
      if (!canScroll && isOutside && (overflowX === 'hidden' || overflowX === 'clip')) {
        note('ellipsis', place);
        isHidden = true;
      }
      if (position === 'fixed') break;
    }
    const place = parent.closest(PLACES);
    const { left = 0, right = 0 } = place?.getBoundingClientRect() ?? {};
    if (isHidden) continue;
    if (place && (box.right > right + SLACK || box.left < left - SLACK)) note('overflow', place);
    if (!canScroll && (box.right > innerWidth + SLACK || box.left < -SLACK)) note('overflow', document.body);
  }
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, input[placeholder]')) {
    const text = field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : field.placeholder;
    if (!pen || !field.checkVisibility({ visibilityProperty: true })) continue;
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
    pen.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
    const how = 'ellipsis';
    if (pen.measureText(text).width > room + SLACK) found.set(`${text} field`, { text, how, where: field.tagName });
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    found.set('page', { text: document.title, how: 'overflow', where: 'the window, which scrolls sideways' });
  }
  return [...found.values()];
}

/** Recognizes the product's texts of a language, with their values filled in. */
function ownTexts(language: Language): (text: string) => boolean {
  const folder = join(I18N, language);
  const messages = readdirSync(folder).flatMap((file) =>
    Object.values(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>),
  );
  const whole = new Set(messages.filter((message) => !message.includes('{')));
  const patterns = messages.filter((message) => message.includes('{')).flatMap(patternsOf);
  return (text) => whole.has(text) || patterns.some((pattern) => pattern.test(text));
}

/** A message needs letters of its own: "{name}, {page}" consists of its values only. */
const LETTERS = 4;

function patternsOf(message: string): RegExp[] {
  const branches = [...message.matchAll(/(?:=\d+|zero|one|two|few|many|other) \{([^{}]*)\}/g)].map(([, text]) => text);
  return (branches.length > 0 ? branches : [message])
    .filter((text) => text !== undefined && text.replaceAll(/\{[^{}]*\}|[^\p{L}]/gu, '').length >= LETTERS)
    .map((text = '') => {
      const parts = text.split(/\{[^{}]*\}|#/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return new RegExp(`^${parts.join('.+')}$`, 'u');
    });
}

/** Expects that a part is twice as large on a screen of 3840x2160; its page ends at the former size. */
export async function expectGrowing(part: Locator): Promise<void> {
  const page = part.page();
  const height = async () => (await part.boundingBox())?.height ?? 0;
  const before = await height();
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await page.setViewportSize({ width: 3840, height: 2160 });
  await expect.poll(height).toBeCloseTo(2 * before, 0);
  await page.setViewportSize(size);
  await expect.poll(height).toBeCloseTo(before, 0);
}
