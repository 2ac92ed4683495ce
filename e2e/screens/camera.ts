import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { speak } from '../kit/texts.ts';
import type { Options } from './options.ts';

/** Time for images, fonts and transitions; only appearance depends on it. */
const SETTLE_MS = 120;

/** Height of the page's heading and toolbar, in pixels. */
const ROOM_ABOVE = 400;

export interface Subject {
  /** First part of the file name. */
  readonly name: string;
  /** The element to capture at its full height; the window by default. */
  readonly part?: Locator;
}

/** Captures a page in every language, theme and size of the options, without reloading it. */
export async function picture(page: Page, { name, part }: Subject, options: Options): Promise<void> {
  await mkdir(options.folder, { recursive: true });
  for (const size of options.sizes) {
    await page.setViewportSize(size);
    for (const language of options.languages) {
      await speak(page, language);
      if (part) {
        // A page fills its window: measured in the one of the language before, it would grow with each.
        await page.setViewportSize(size);
        await page.setViewportSize({ ...size, height: await heightFor(part, size.height) });
      }
      for (const colorScheme of options.themes) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(dressMachine, colorScheme);
        await page.waitForTimeout(SETTLE_MS);
        const file = `${name}-${language}-${colorScheme}-${size.width}x${size.height}`;
        await (part ?? page).screenshot({ path: join(options.folder, `${file}.png`), animations: 'disabled' });
      }
      const cut = await page.evaluate(cutTexts);
      const where = `${name} ${language} ${size.width}`;
      if (cut.length > 0) {
        const lines = cut.map((text) => `${where}: ${text}\n`);
        await appendFile(join(options.folder, 'cut-texts.txt'), lines.join(''));
      }
    }
  }
}

/** Waits until a machine's page is enlarged as its profile says: as far as its home screen has the room. */
export async function waitForScale(page: Page, scale: number): Promise<void> {
  await page.waitForFunction((isEnlarged) => {
    const unit = Math.max(14 / 16, Math.min(innerWidth / 1920, innerHeight / 1080));
    const enlarged = Number(document.documentElement.style.zoom) / unit > 1.01;
    return enlarged === isEnlarged;
  }, scale > 1);
}

/** A machine takes its colors from its profile, not from the browser's preference. */
function dressMachine(theme: string): void {
  const { dataset } = document.documentElement;
  if (dataset.theme) dataset.theme = theme;
}

/** A window tall enough for the part and the content above it, so that no sticky element covers the image. */
async function heightFor(part: Locator, least: number): Promise<number> {
  const box = await part.boundingBox();
  return Math.max(least, Math.ceil((box?.height ?? 0) + ROOM_ABOVE));
}

/** Texts that do not fit: ellipsized or clipped. */
function cutTexts(): readonly string[] {
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!hasText || element.closest('.visually-hidden') || element.offsetWidth <= 1) return false;
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isWider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    if (isWider && (overflowX !== 'visible' || textOverflow === 'ellipsis')) return true;
    return element.getBoundingClientRect().right > innerWidth + 1;
  });
  return cut.map((element) => `${element.tagName.toLowerCase()} "${element.innerText.trim().slice(0, 80)}"`);
}
