import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WebbrowserSession } from '@berth/contract/profile/sessions-webbrowser';
import { createServer } from '../../system/http.ts';
import type { Log } from '../../system/log.ts';
import type { BrowserExtension } from '../../system/ports/programs.ts';
import { crx, extensionId } from './crx.ts';
import { type BrowserRules, extensionFiles } from './extension.ts';
import { ListStore } from './list-store.ts';
import { zip } from './zip.ts';

interface Package {
  readonly extension: BrowserExtension;
  readonly version: string;
  readonly file: Buffer;
  readonly digest: string;
}

/**
 * Makes the extension that holds a free browser to its profile's filter lists, and serves it to that browser on a
 * loopback port of its own: sessions do not get to the bridge's.
 */
export class ContentFilter {
  readonly #folder: string;
  readonly #lists: ListStore;
  #server: Server | null = null;
  #package: Package | null = null;
  #preparing: Promise<BrowserExtension | null> = Promise.resolve(null);

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#lists = new ListStore(join(folder, 'lists'), log);
  }

  /** The extension for this session's rules; null when it needs none. Rules given before are forgotten. */
  prepare(session: WebbrowserSession): Promise<BrowserExtension | null> {
    this.#preparing = this.#preparing.catch(() => null).then(() => this.#prepare(session));
    return this.#preparing;
  }

  stop(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
    this.#server = null;
  }

  async #prepare(session: WebbrowserSession): Promise<BrowserExtension | null> {
    const lists = session.enable_adblock ? await this.#lists.read(session.content_filter_lists) : [];
    const rules: BrowserRules = { lists, noContextMenu: session.disable_context_menu };
    if (lists.length === 0 && !rules.noContextMenu) return null;
    const digest = createHash('sha256').update(JSON.stringify(rules)).digest('hex');
    if (this.#package?.digest === digest) return this.#package.extension;
    const key = await this.#key();
    const port = await this.#listen();
    const version = await this.#versionFor(digest);
    const extension = { id: extensionId(key), updateUrl: `http://127.0.0.1:${port}/update.xml` };
    this.#package = { extension, version, digest, file: crx(zip(extensionFiles(rules, version)), key) };
    return extension;
  }

  async #listen(): Promise<number> {
    if (!this.#server) {
      this.#server = createServer((request, reply) => {
        const path = request.url?.split('?')[0];
        if (path === '/update.xml') reply.writeHead(200, { 'content-type': 'text/xml' }).end(this.#updateManifest());
        else if (path === '/berth.crx' && this.#package) {
          reply.writeHead(200, { 'content-type': 'application/x-chrome-extension' }).end(this.#package.file);
        } else reply.writeHead(404).end();
      });
      this.#server.listen(0, '127.0.0.1');
      await once(this.#server, 'listening');
    }
    return (this.#server.address() as AddressInfo).port;
  }

  #updateManifest(): string {
    if (!this.#package) return '';
    const { extension, version } = this.#package;
    const codebase = new URL('/berth.crx', extension.updateUrl).href;
    return `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
  <app appid="${extension.id}"><updatecheck codebase="${codebase}" version="${version}"/></app>
</gupdate>`;
  }

  // One key for the machine's life: the browser keeps the extension from one start to the next.
  async #key(): Promise<KeyObject> {
    const file = join(this.#folder, 'extension.key');
    const pem = await readFile(file, 'utf8').catch(() => null);
    if (pem !== null) return createPrivateKey(pem);
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    await mkdir(this.#folder, { recursive: true });
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    return privateKey;
  }

  // Browsers take a package only when its number is higher than that of the one they have.
  async #versionFor(digest: string): Promise<string> {
    const file = join(this.#folder, 'extension-version');
    const [number = '0', known] = (await readFile(file, 'utf8').catch(() => '')).split(' ');
    if (known === digest) return `1.${number}`;
    const next = String((Number(number) || 0) + 1);
    await writeFile(file, `${next} ${digest}`);
    return `1.${next}`;
  }
}
