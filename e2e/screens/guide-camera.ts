import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { speak } from '../kit/texts.ts';

const IMAGES = join(import.meta.dirname, '../../docs/guide/images');
const SIZE = { width: 1280, height: 720 };
/** Time for images, fonts and transitions; only appearance depends on it. */
const SETTLE_MS = 300;
/** Share of the pixels that differ when only a time or a count has changed. */
const SAME = 0.01;

/**
 * Renews a picture of the guide in both languages, light and dark. A picture that looks the same is kept: the
 * repository grows only by what has changed.
 */
export async function renew(page: Page, name: string): Promise<void> {
  await page.setViewportSize(SIZE);
  for (const language of ['deu', 'eng'] as const) {
    await speak(page, language);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(SETTLE_MS);
      const picture = await webp(page);
      const file = join(IMAGES, language, `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`);
      const isKept = existsSync(file) && (await difference(page, readFileSync(file), picture)) < SAME;
      if (!isKept) writeFileSync(file, picture);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await speak(page, 'eng');
}

/** The window as WebP, a third of the size of a PNG. Playwright's screenshots do not support it. */
async function webp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** The share of pixels that differ visibly, compared in an empty page of the browser. */
async function difference(page: Page, before: Buffer, after: Buffer): Promise<number> {
  const scratch = await page.context().newPage();
  try {
    return await scratch.evaluate(
      async (pictures) => {
        const [a, b] = await Promise.all(
          pictures.map(async (base64) => {
            const image = new Image();
            image.src = `data:image/webp;base64,${base64}`;
            await image.decode();
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d');
            context?.drawImage(image, 0, 0);
            return context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
          }),
        );
        if (!a || !b || a.length !== b.length) return 1;
        let different = 0;
        for (let at = 0; at < a.length; at += 4) {
          const channels = [0, 1, 2].map((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)));
          if (Math.max(...channels) > 40) different++;
        }
        return different / (a.length / 4);
      },
      [before, after].map((each) => each.toString('base64')),
    );
  } finally {
    await scratch.close();
  }
}
