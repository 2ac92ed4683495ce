import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WebbrowserSession } from '@berth/contract/profile/sessions-webbrowser';
import type { Log } from '../../system/log.ts';
import type { BrowserExtension } from '../../system/ports/programs.ts';
import { crx, extensionId } from './crx.ts';
import { type BrowserRules, extensionFiles } from './extension.ts';
import { ListStore } from './list-store.ts';
import { PackageServer, VERSION } from './package-server.ts';
import { zip } from './zip.ts';

interface Package {
  readonly extension: BrowserExtension;
  readonly digest: string;
}

/** Makes the extension that holds a free browser to those rules of its profile that no policy knows. */
export class ContentFilter {
  readonly #folder: string;
  readonly #lists: ListStore;
  readonly #server = new PackageServer();
  #package: Package | null = null;
  #preparing: Promise<BrowserExtension | null> = Promise.resolve(null);

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#lists = new ListStore(join(folder, 'lists'), log);
  }

  /** The extension for this session's rules; null when it needs none. */
  prepare(session: WebbrowserSession): Promise<BrowserExtension | null> {
    this.#preparing = this.#preparing.catch(() => null).then(() => this.#prepare(session));
    return this.#preparing;
  }

  stop(): void {
    this.#server.stop();
  }

  async #prepare(session: WebbrowserSession): Promise<BrowserExtension | null> {
    const rules: BrowserRules = {
      lists: session.enable_adblock ? await this.#lists.read(session.content_filter_lists) : [],
      noContextMenu: session.disable_context_menu,
      doNotTrack: session.enable_tracking_prevention,
    };
    if (rules.lists.length === 0 && !rules.noContextMenu && !rules.doNotTrack) return null;
    const files = extensionFiles(rules, VERSION);
    const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex');
    if (this.#package?.digest === digest) return this.#package.extension;
    const key = await this.#keyFor(digest);
    await this.#server.start();
    const id = extensionId(key);
    const extension: BrowserExtension = {
      id,
      updateUrl: this.#server.offer(id, crx(zip(files), key)),
      startPage: (url) => this.#server.startPage(url),
      installation: () => this.#server.installation(),
    };
    this.#package = { extension, digest };
    return extension;
  }

  // A browser keeps its extension from one start to the next; other rules are another extension, which it does not have yet.
  async #keyFor(digest: string): Promise<KeyObject> {
    const file = join(this.#folder, 'extension.json');
    const kept = await readFile(file, 'utf8').then(parseKey, () => null);
    if (kept?.digest === digest) return createPrivateKey(kept.pem);
    const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    await mkdir(this.#folder, { recursive: true });
    await writeFile(file, JSON.stringify({ digest, pem }), { mode: 0o600 });
    return privateKey;
  }
}

function parseKey(text: string): { digest: string; pem: string } | null {
  try {
    return JSON.parse(text) as { digest: string; pem: string };
  } catch {
    // A file that a power cut left half written.
    return null;
  }
}
