import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { DOCS_PAGE, DOCS_START } from './page.ts';

/** What the viewer is made of, by its name below /docs. The library's files, and the few lines that start it. */
const FILES: Readonly<Record<string, { readonly type: string; readonly text?: string }>> = {
  'swagger-ui.css': { type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { type: 'text/javascript; charset=utf-8' },
  'start.js': { type: 'text/javascript; charset=utf-8', text: DOCS_START },
};

/** Scripts and styles from our own files only; what is tried out goes to this server and nowhere else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const compress = promisify(gzip);

/** Serves the API's documentation as pages one can try, at /docs. Nothing of it is loaded before somebody comes. */
export function serveDocs(http: FastifyInstance): void {
  http.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .header('cross-origin-opener-policy', 'same-origin')
      .send(DOCS_PAGE),
  );
  http.get('/docs/', (_request, reply) => reply.redirect('/docs', 301));
  for (const [name, { type, text }] of Object.entries(FILES)) {
    let packed: Promise<Buffer> | undefined;
    http.get(`/docs/${name}`, async (_request, reply) => {
      packed ??= (text === undefined ? readFile(join(libraryFolder(), name)) : Promise.resolve(Buffer.from(text))).then(
        (content) => compress(content),
      );
      return reply
        .type(type)
        .header('content-encoding', 'gzip')
        .header('cache-control', 'public, max-age=3600')
        .send(await packed);
    });
  }
}

function libraryFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
