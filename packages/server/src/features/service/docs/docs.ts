import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Endpoint } from '@berth/contract/api/endpoint';
import type { FastifyInstance } from 'fastify';
import { DOCS_STYLE, docsPage } from './page.ts';
import { DOCS_SCRIPT } from './script.ts';

/** Allows scripts and styles from our own files only, and calls to this server only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const compress = promisify(gzip);

/** Serves the interactive API documentation at /docs. The first request generates it from the contract. */
export function serveDocs(http: FastifyInstance, endpoints: readonly Endpoint[]): void {
  const file = (path: string, type: string, content: () => string) => {
    let packed: Promise<Buffer> | undefined;
    http.get(path, async (_request, reply) => {
      packed ??= compress(content());
      return reply
        .type(`${type}; charset=utf-8`)
        .header('content-encoding', 'gzip')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', POLICY)
        .header('cross-origin-opener-policy', 'same-origin')
        .send(await packed);
    });
  };
  file('/docs', 'text/html', () => docsPage(endpoints));
  file('/docs/style.css', 'text/css', () => DOCS_STYLE);
  file('/docs/script.js', 'text/javascript', () => DOCS_SCRIPT);
  http.get('/docs/', (_request, reply) => reply.redirect('/docs', 301));
}
