import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { BRIDGE_TOKEN_META, FIRST_REPLIES_ID } from '@berth/contract/bridge/methods';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { withLanguage } from '@berth/contract/rules/languages';

export interface PageOptions {
  /** The client's build: session.html and the files it names. */
  readonly folder: string;
  readonly token: string;
  readonly origins: () => PageOrigins;
  /** The machine's language, as BCP 47. */
  readonly language: () => string;
  /** Replies by method to the calls that the page begins with, as JSON. */
  readonly firstReplies: () => Promise<string>;
}

/** Origins that the page may connect to, besides the bridge itself. */
export interface PageOrigins {
  /** Of the cloud and its identity provider. */
  readonly cloud: readonly string[];
  /** Of the error reporting service. */
  readonly reports: readonly string[];
}

/** Placeholder for the reply's CSP nonce in the client build. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Serves a GET: the named file of the build, or the session's page for every other path. */
export async function servePage(request: IncomingMessage, reply: ServerResponse, options: PageOptions): Promise<void> {
  const path = pathOf(request);
  const file = extname(path) === '' || path.endsWith('.html') ? null : await readInside(options.folder, path);
  if (file) {
    const isHashed = path.startsWith('/assets/');
    reply.writeHead(200, {
      ...COMMON_HEADERS,
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    return void reply.end(request.method === 'HEAD' ? undefined : file);
  }
  if (extname(path) !== '' && !path.endsWith('.html')) {
    return void reply.writeHead(404, { ...COMMON_HEADERS, 'content-type': 'text/plain' }).end('Not found');
  }
  const nonce = randomBytes(16).toString('base64');
  const html = await readFile(join(options.folder, 'session.html'), 'utf8').catch(() => NOT_BUILT);
  reply.writeHead(200, {
    ...COMMON_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentSecurityPolicy(nonce, options.origins()),
    'cross-origin-opener-policy': 'same-origin',
  });
  if (request.method === 'HEAD') return void reply.end();
  reply.end(fillIn(withLanguage(html, options.language()), nonce, options.token, await options.firstReplies()));
}

/** The path of a request, as written: `//` and others are no URL of their own. */
export function pathOf(request: IncomingMessage): string {
  return request.url?.split(/[?#]/)[0] ?? '/';
}

/**
 * In Chromium, a network change aborts running loads, even from this machine; at boot the network changes often. A page
 * that misses a script or a style reloads itself: users have no reload key.
 */
const LOAD_AGAIN = `addEventListener('error', ({ target }) => {
  if (target.tagName === 'SCRIPT' || target.rel === 'stylesheet') setTimeout(() => location.reload(), ${RECONNECT_WAIT_MS});
}, true)`;

/** Inserts the reply's nonce, the process's token and the first replies into the page. */
function fillIn(html: string, nonce: string, token: string, firstReplies: string): string {
  const meta = `<meta name="${BRIDGE_TOKEN_META}" content="${token}">`;
  const script = `<script nonce="${nonce}">${LOAD_AGAIN}</script>`;
  // No text of a profile may end the element.
  const json = firstReplies.replaceAll('<', '\\u003c');
  const data = `<script type="application/json" id="${FIRST_REPLIES_ID}">${json}</script>`;
  return html
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replace(/<head[^>]*>/, (head) => `${head}${meta}${script}`)
    .replace('</body>', () => `${data}</body>`);
}

/** What the session's page may load and connect to. */
function contentSecurityPolicy(nonce: string, { cloud, reports }: PageOrigins): string {
  const sockets = cloud.map((origin) => origin.replace(/^http/, 'ws'));
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, "'wasm-unsafe-eval'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    // The info section's HTML carries style attributes; it is sanitized and shown in a frame without an origin.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', 'http:'],
    'media-src': ["'self'", 'blob:', 'https:', 'http:'],
    // Frames without an origin embed their font as a data URL.
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...cloud, ...sockets, ...reports],
    'frame-src': ["'self'"],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...cloud],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

async function readInside(folder: string, path: string): Promise<Buffer | null> {
  let name: string;
  try {
    name = normalize(decodeURIComponent(path));
  } catch {
    return null;
  }
  // A path normalized from the root cannot leave the folder.
  if (!name.startsWith('/') || name.includes('\0')) return null;
  return readFile(join(folder, name)).catch(() => null);
}

const NOT_BUILT =
  '<!doctype html><html lang="en"><head><title>Berth</title></head><body><p>The client is not built: npm run build.</p></body></html>';
