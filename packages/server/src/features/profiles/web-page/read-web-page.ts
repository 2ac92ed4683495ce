import { readWebPage, WEB_PAGE_ICON_BYTES_MAX, type WebPage } from '@berth/contract/api/profiles';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { type Route, route } from '../../../http/route.ts';
import { type Outbound, type OutboundReply, urlFault } from '../../../platform/outbound/post.ts';
import { storablePicture } from '../../../platform/pictures/picture.ts';
import { PictureError } from '../../../platform/pictures/picture-bytes.ts';
import { readHtmlHead } from './html-head.ts';

export interface WebPageDeps {
  readonly outbound: Outbound;
  /** Whether http addresses are allowed: only if the operator has allowed private networks. */
  readonly plainHttp: boolean;
}

/** Time for the page and its icon together, because a user is waiting. */
const TIMEOUT_MS = 8_000;
const PAGE_BYTES_MAX = 512 * 1024;
const REDIRECTS_MAX = 5;
const ICONS_TRIED_MAX = 3;
const HEADERS = {
  'user-agent': 'Berth-Page-Reader/1',
  'accept-encoding': 'identity',
  accept: 'text/html,image/*;q=0.9',
};

export function readWebPageRoute(deps: WebPageDeps): Route {
  return route(readWebPage, ({ body, afterCommit }) => {
    const page: { -readonly [Key in keyof WebPage]: WebPage[Key] } = { reached: false, title: null, icon: null };
    // After the transaction: otherwise it would hold a database connection while waiting for another server.
    afterCommit(async () => {
      const read = await readPage(deps, body.url).catch(() => undefined);
      if (read) Object.assign(page, read);
    });
    return page;
  });
}

async function readPage(deps: WebPageDeps, url: string): Promise<WebPage | undefined> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await follow(deps, new URL(url), PAGE_BYTES_MAX, signal);
  if (!found || found.reply.status >= 400) return undefined;
  const { reply, url: address } = found;
  const { title = null, icons, base } = readHtmlHead(textOf(reply));
  const from = base !== undefined && URL.canParse(base, address.href) ? new URL(base, address) : address;
  const addresses = [...icons.slice(0, ICONS_TRIED_MAX), new URL('/favicon.ico', address).href];
  const page = { reached: true, title: title?.slice(0, DISPLAY_NAME.maxLength) ?? null };
  for (const icon of addresses) {
    const picture = await readIcon(deps, icon, from, signal).catch(() => undefined);
    if (picture !== undefined) return { ...page, icon: picture };
  }
  return { ...page, icon: null };
}

/** Fetches an address and follows redirects; every address must be allowed. */
async function follow(
  { outbound, plainHttp }: WebPageDeps,
  start: URL,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly url: URL; readonly reply: OutboundReply } | undefined> {
  let url = start;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    if (urlFault(url, plainHttp) !== undefined) return undefined;
    const reply = await outbound.get({ url, headers: HEADERS, maxBytes, signal });
    const { status, location } = reply;
    if (status < 300 || status >= 400 || location === undefined) return { url, reply };
    if (!URL.canParse(location, url.href)) return undefined;
    url = new URL(location, url);
  }
  return undefined;
}

/** Decodes the page with its declared encoding. */
function textOf({ body, contentType }: OutboundReply): string {
  const start = body.subarray(0, 1_024).toString('latin1');
  const [, charset = 'utf-8'] =
    /charset\s*=\s*"?([\w-]+)/i.exec(contentType) ?? /charset\s*=\s*["']?([\w-]+)/i.exec(start) ?? [];
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString('utf8');
  }
}

async function readIcon(deps: WebPageDeps, icon: string, from: URL, signal: AbortSignal): Promise<string | undefined> {
  if (icon.startsWith('data:')) return pictureUrl(bytesOfDataUrl(icon));
  if (!URL.canParse(icon, from.href)) return undefined;
  const found = await follow(deps, new URL(icon, from), WEB_PAGE_ICON_BYTES_MAX, signal);
  return found?.reply.status === 200 && found.reply.isWhole ? pictureUrl(found.reply.body) : undefined;
}

function bytesOfDataUrl(url: string): Buffer {
  const [, base64, data = ''] = /^data:[^,;]*(?:;[^,;]+)*?(;base64)?,(.*)$/s.exec(url) ?? [];
  return base64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
}

const RASTER = [
  ['png', /^\x89PNG/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
] as const;

/** Signature of an ICO file. */
const ICO = 0x0001_0000;

/**
 * Converts an image to a data URL; undefined if the bytes are no image, whatever their declared type is. Formats that
 * profiles store are validated like uploads; icons in other formats are converted by the browser that shows them.
 */
function pictureUrl(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 1_024).toString('latin1');
  const raster = RASTER.find(([, signature]) => signature.test(start))?.[0];
  try {
    if (raster) return `data:image/${raster};base64,${storablePicture(bytes, raster).toString('base64')}`;
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
  if (bytes.length > 22 && bytes.readUInt32LE() === ICO) return `data:image/x-icon;base64,${bytes.toString('base64')}`;
  if (/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!doctype svg|svg)/i.test(start) && start.includes('<svg')) {
    return `data:image/svg+xml;base64,${bytes.toString('base64')}`;
  }
  return undefined;
}
