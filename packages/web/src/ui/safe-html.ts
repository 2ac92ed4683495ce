import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?url';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import DOMPurify from 'dompurify';

const SUBSETS = [
  { address: latin, range: 'U+0000-00FF, U+0131, U+0152-0153, U+2000-206F, U+20AC, U+2122, U+2212' },
  { address: cyrillic, range: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116' },
];

let rules: Promise<string> | undefined;

/** The page's font as embedded CSS rules: a frame without an origin cannot fetch it. */
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

/** The administrator's HTML without scripts, frames and forms. Styles stay: they cannot reach beyond the frame. */
export function safeHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true, svg: true, svgFilters: true },
    ADD_TAGS: ['style'],
    FORBID_TAGS: ['form', 'input', 'button', 'select', 'textarea', 'iframe', 'object', 'embed', 'meta', 'base', 'link'],
    FORCE_BODY: true,
  });
}
