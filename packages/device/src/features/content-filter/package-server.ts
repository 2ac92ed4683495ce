import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../../system/http.ts';
import type { Installation } from '../../system/ports/programs.ts';
import { PROBE } from './extension.ts';

/** Constant: changed rules get a new extension ID, not a new version. */
export const VERSION = '1.0';

/**
 * Serves the extensions and the start page to session browsers. It has its own loopback port because sessions cannot
 * reach the bridge's port.
 */
export class PackageServer {
  readonly #packages = new Map<string, Buffer>();
  readonly #told = new Map<string, () => void>();
  #server: Server | null = null;
  #address = '';

  async start(): Promise<void> {
    if (this.#server) return;
    this.#server = createServer((request, reply) => {
      const [path = ''] = (request.url ?? '').split('?');
      const [, id = '', file] = path.split('/');
      const content = this.#packages.get(id);
      if (path === '/start') reply.writeHead(200, { 'content-type': 'text/html' }).end(START_PAGE);
      else if (id === 'installed' && file) {
        this.#told.get(file)?.();
        reply.writeHead(204).end();
      } else if (content && file === 'update.xml') {
        reply
          .writeHead(200, { 'content-type': 'text/xml' })
          .end(updateManifest(id, `${this.#address}/${id}/berth.crx`));
      } else if (content && file === 'berth.crx') {
        reply.writeHead(200, { 'content-type': 'application/x-chrome-extension' }).end(content);
      } else reply.writeHead(404).end();
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#address = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Offers an extension; returns the update URL that a browser installs it from. */
  offer(id: string, content: Buffer): string {
    this.#packages.set(id, content);
    return `${this.#address}/${id}/update.xml`;
  }

  startPage(url: string): string {
    return `${this.#address}/start#${encodeURIComponent(url)}`;
  }

  installation(): Installation {
    const token = randomUUID();
    const done = new Promise<void>((resolve) => {
      this.#told.set(token, () => {
        this.#told.delete(token);
        resolve();
      });
    });
    return { page: `${this.#address}/start?tell=${token}`, done };
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.#server = null;
  }
}

function updateManifest(id: string, codebase: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
  <app appid="${id}"><updatecheck codebase="${codebase}" version="${VERSION}"/></app>
</gupdate>`;
}

/**
 * A page that waits until the extension's rules apply, that is, until they block its probe request. Then it navigates
 * to the URL in its fragment, or reports the extension as installed.
 */
const START_PAGE = `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title></title>
<script>
  const arrives = (path) => fetch(path, { cache: 'no-store' }).then(() => true, () => false);
  // While an extension loads, Chromium also ends requests that no rule blocks.
  const rulesHold = async () => !(await arrives('${PROBE}')) && (await arrives('/other'));
  const until = async (met) => {
    while (!(await met())) await new Promise((done) => setTimeout(done, 50));
  };
  (async () => {
    await until(rulesHold);
    const token = new URLSearchParams(location.search).get('tell');
    if (token) return until(() => arrives('/installed/' + token));
    const next = new URL(decodeURIComponent(location.hash.slice(1)));
    if (/^https?:$/.test(next.protocol)) location.replace(next);
  })();
</script>`;
