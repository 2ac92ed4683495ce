import { test } from '@playwright/test';
import { readOptions } from './options.ts';
import { makeSheets } from './sheets.ts';

/**
 * Contact sheets of the existing screenshots: for every size and theme one series with the selected languages side by
 * side. Light ones are large enough to read, dark ones to judge colors.
 */
const { folder, languages, themes, sizes } = readOptions(process.env);
const SCALES = { light: { wide: 0.66, narrow: 0.9 }, dark: { wide: 0.5, narrow: 0.66 } };
const NARROW_MAX = 600;

test.describe.configure({ timeout: 300_000 });

for (const { width, height } of sizes) {
  for (const theme of themes) {
    test(`${theme} ${width}x${height}`, async ({ page }) => {
      const scale = SCALES[theme][width > NARROW_MAX ? 'wide' : 'narrow'];
      const files = new RegExp(`-(${languages.join('|')})-${theme}-${width}x${height}\\.png$`);
      await makeSheets(page, folder, `${theme}-${width}`, files, scale);
    });
  }
}
