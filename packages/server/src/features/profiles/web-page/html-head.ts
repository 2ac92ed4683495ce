/** Data from the head of an HTML page. */
export interface HtmlHead {
  readonly title: string | undefined;
  /** Icons in the order in which to try them. */
  readonly icons: readonly string[];
  /** Base of relative addresses, if the page sets one. */
  readonly base: string | undefined;
}

/** Elements whose content is not parsed as markup. */
const RAW = ['script', 'style', 'noscript', 'template', 'svg'];
/** Maximum number of characters read of a tag. */
const TAG_MAX = 8_192;
/** Assumed icon sizes in pixels if the page declares none. */
const SIZE_OF_TOUCH_ICON = 180;
const SIZE_OF_VECTOR = 256;
const SIZE_OF_ICON = 16;

interface Icon {
  readonly href: string;
  readonly size: number;
}

/** Parses the head of a page in linear time, because the page is untrusted. */
export function readHtmlHead(html: string): HtmlHead {
  // Of the same length, unlike a whole lower case: that of “İ” has two characters.
  const lower = html.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const icons: Icon[] = [];
  let title: string | undefined;
  let name: string | undefined;
  let base: string | undefined;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (lower.startsWith('<!--', at)) {
      at = html.indexOf('-->', at + 4);
      if (at === -1) break;
      continue;
    }
    const tag = /^<([a-z][a-z0-9]*)/.exec(lower.slice(at, at + 32))?.[1];
    if (tag === 'body') break;
    const end = endOfTag(html, at);
    if (end === -1) break;
    const attributes =
      tag === 'link' || tag === 'meta' || tag === 'base' ? attributesOf(html.slice(at, end)) : undefined;
    if (tag === 'link' && attributes) icons.push(...iconsOf(attributes));
    if (tag === 'meta' && attributes && isName(attributes)) name ??= attributes.get('content');
    if (tag === 'base') base ??= attributes?.get('href');
    at = end;
    if (tag !== 'title' && (tag === undefined || !RAW.includes(tag))) continue;
    const close = lower.indexOf(`</${tag}`, end);
    if (close === -1) break;
    if (tag === 'title') title ??= html.slice(end, close);
    at = close + 2;
  }
  const sorted = icons.toSorted((a, b) => b.size - a.size).map(({ href }) => href);
  return { title: clean(title) ?? clean(name), icons: sorted, base };
}

/** The position after a tag, whose quoted attributes may contain any character. */
function endOfTag(html: string, start: number): number {
  let quote = '';
  const last = Math.min(html.length, start + TAG_MAX);
  for (let at = start + 1; at < last; at += 1) {
    const character = html.charAt(at);
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '>') return at + 1;
    else if ((character === '"' || character === "'") && html.charAt(at - 1) === '=') quote = character;
  }
  return last < html.length ? last : -1;
}

/** A name is tried from its beginning only: from each of its letters, a name of 8,000 would take as many squared. */
const ATTRIBUTE = /(?<![^\s"'<>/=])([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = [...tag.matchAll(ATTRIBUTE)].map(([, name = '', ...values]): [string, string] => [
    name.toLowerCase(),
    decoded(values.find((value) => value !== undefined) ?? ''),
  ]);
  // The first of several attributes with the same name counts, as in browsers.
  return new Map(found.toReversed());
}

function iconsOf(attributes: ReadonlyMap<string, string>): Icon[] {
  const [relation, href] = [attributes.get('rel')?.toLowerCase().split(/\s+/) ?? [], attributes.get('href')];
  if (!href) return [];
  const named = Math.max(0, ...(attributes.get('sizes') ?? '').split(/\D+/).map(Number));
  const isVector = attributes.get('type') === 'image/svg+xml' || /\.svg(?:[?#]|$)/.test(href);
  if (relation.some((each) => each.startsWith('apple-touch-icon')))
    return [{ href, size: named || SIZE_OF_TOUCH_ICON }];
  return relation.includes('icon') ? [{ href, size: isVector ? SIZE_OF_VECTOR : named || SIZE_OF_ICON }] : [];
}

function isName(attributes: ReadonlyMap<string, string>): boolean {
  return ['og:title', 'application-name'].includes(attributes.get('property') ?? attributes.get('name') ?? '');
}

function clean(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : decoded(text)
        .replaceAll(/[\s\p{Cc}]+/gu, ' ')
        .trim() || undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  auml: 'ä',
  Auml: 'Ä',
  copy: '©',
  eacute: 'é',
  gt: '>',
  laquo: '«',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: ' ',
  ndash: '–',
  ouml: 'ö',
  Ouml: 'Ö',
  quot: '"',
  raquo: '»',
  szlig: 'ß',
  uuml: 'ü',
  Uuml: 'Ü',
};

/** Decodes character references; unknown ones stay unchanged. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}
