import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';

const SUBSETS = [
  { address: latin, range: 'U+0000-00FF, U+0131, U+0152-0153, U+2000-206F, U+20AC, U+2122, U+2212' },
  { address: cyrillic, range: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116' },
];

let rules: Promise<string> | undefined;

/** The page's font as rules with the font in them: a frame without an origin can fetch nothing of ours. */
export function frameFont(): Promise<string> {
  rules ??= Promise.all(SUBSETS.map(rule)).then((all) => all.join('\n'));
  return rules;
}

async function rule({ address, range }: (typeof SUBSETS)[number]): Promise<string> {
  const font = await dataUrl(await (await fetch(address)).blob());
  return `@font-face{font-family:'Inter Variable';font-weight:100 900;unicode-range:${range};src:url(${font}) format('woff2')}`;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
