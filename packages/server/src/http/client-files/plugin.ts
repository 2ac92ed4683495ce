import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LANGUAGE_TAGS, withLanguage } from '@berth/contract/rules/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { chooseLanguage } from '../language.ts';
import { matchesNone } from '../reply.ts';
import { isLoopback } from '../upgrades.ts';
import { type ClientFile, listClientFiles } from './files.ts';
import { createNonce, type OtherOrigins, pageFor, pagePolicy } from './policy.ts';

export interface ClientFilesOptions {
  /** The folder of the built client. */
  readonly folder: string;
  readonly origins: OtherOrigins;
  /** The public URL. */
  readonly publicUrl: string;
}

/** Paths without pages: missing files return 404. */
const NO_PAGES = /^\/+(?:\.well-known|api|demo\/+api|oidc|identity|gateway|assets|os|signaling)(?:\/|$)/i;
/** Files except pages. */
const FILE_NAME = /\.(?!html$)\w+$/;
const NONCE = '__CSP_NONCE__';

/** Serves the built client: its files, and its two pages at every path of a page. */
export function serveClientFiles(http: FastifyInstance, { folder, origins, publicUrl }: ClientFilesOptions): void {
  const built = watchBuild(folder);
  const compressed = createCompressor();

  http.get('/*', async (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    const files = built();
    const file = files.get(path);
    if (file && !path.endsWith('.html')) return sendFile(request, reply, file, compressed);
    if (NO_PAGES.test(plainPath(path)) || FILE_NAME.test(path)) {
      throw new ApiError('not-found', 'Not found.');
    }
    const elsewhere = ownLoopbackName(request.headers.host, publicUrl);
    if (elsewhere) return reply.header('cache-control', 'no-store').redirect(`${elsewhere}${request.url}`, 307);
    const page = pageFor(path);
    const source = files.get(`/${page}`);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
    if (!source) return reply.code(503).header('content-security-policy', "default-src 'none'").send(NOT_BUILT);
    const nonce = createNonce();
    const language = LANGUAGE_TAGS[chooseLanguage(undefined, request.headers['accept-language'])];
    const html = withLanguage(await readFile(source.path, 'utf8'), language).replaceAll(NONCE, nonce);
    reply
      .header('vary', 'accept-language, accept-encoding')
      .header('content-security-policy', pagePolicy(page, nonce, origins))
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'geolocation=(), payment=(), usb=()');
    const encoding = acceptedEncoding(request);
    if (!encoding) return reply.send(html);
    return reply.header('content-encoding', encoding).send(await compress(Buffer.from(html), encoding));
  });
}

/**
 * The public origin for a local server, if a page was requested by another local hostname: API and login only accept
 * calls from the public origin.
 */
function ownLoopbackName(host: string | undefined, publicUrl: string): string | undefined {
  const own = new URL(publicUrl);
  const asked = URL.parse(`http://${host}`);
  if (own.protocol !== 'http:' || asked === null || asked.port !== own.port) return undefined;
  return asked.hostname !== own.hostname && isLoopback(asked) && isLoopback(own) ? own.origin : undefined;
}

/** The normalized path: unescaped, without dot segments (RFC 3986, 6.2.2). */
function plainPath(path: string): string {
  try {
    return posix.normalize(decodeURIComponent(path));
  } catch {
    return path;
  }
}

/** The list of files, read again after a new build changes index.html. */
function watchBuild(folder: string): () => ReadonlyMap<string, ClientFile> {
  let files = listClientFiles(folder);
  let builtAt = changedAt(folder);
  return () => {
    const now = changedAt(folder);
    if (now !== builtAt) {
      files = listClientFiles(folder);
      builtAt = now;
    }
    return files;
  };
}

function changedAt(folder: string): number {
  return statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ClientFile,
  compressed: Compressor,
): Promise<FastifyReply> {
  reply
    .type(file.type)
    .header('etag', file.etag)
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding');
  if (matchesNone(request.headers['if-none-match'], file.etag.slice(1, -1))) return reply.code(304).send();
  const encoding = acceptedEncoding(request);
  if (encoding && file.compressible) {
    return reply.header('content-encoding', encoding).send(await compressed(file, encoding));
  }
  return reply.header('content-length', file.bytes).send(createReadStream(file.path));
}

type Encoding = 'br' | 'gzip';
type Compressor = (file: ClientFile, encoding: Encoding) => Promise<Buffer>;

function acceptedEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
}

/** Compresses each file on its first request and keeps the result: about 2 MB for the whole client. */
function createCompressor(): Compressor {
  const done = new Map<string, Promise<Buffer>>();
  return (file, encoding) => {
    const key = `${encoding} ${file.path} ${file.etag}`;
    const found = done.get(key) ?? readFile(file.path).then((content) => compress(content, encoding));
    done.set(key, found);
    return found;
  };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(content);
  return brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

/** The page shown if the client is not built. */
const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Berth: the client is not built</title>
<h1>The client is not built</h1>
<p>The server answers, but its pages are missing. In the repository's folder run <code>npm run build</code>, then load
this page again. <code>npm start</code> does it by itself.</p>
</html>
`;
