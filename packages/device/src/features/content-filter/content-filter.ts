import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { WebbrowserSession } from '@berth/contract/profile/sessions';
import type { Log } from '../../system/log.ts';
import type { BrowserExtension } from '../../system/ports/programs.ts';
import { crx, extensionId } from './crx.ts';
import { type BrowserRules, extensionFiles } from './extension.ts';
import { ListStore } from './list-store.ts';
import { PackageServer, VERSION } from './package-server.ts';
import { type UnreachedTexts, unreachedAddress } from './unreached-page.ts';
import { zip } from './zip.ts';

type Prepared = Pick<BrowserExtension, 'id' | 'updateUrl' | 'ownPage' | 'installation'>;

interface Package {
  readonly prepared: Prepared;
  readonly digest: string;
}

/** The extension's browser: a web app's or the free browser. */
type Kind = 'app' | 'browser';

/** Builds the extensions that enforce browser rules for which Chromium has no policy. */
export class ContentFilter {
  readonly #folder: string;
  readonly #lists: ListStore;
  readonly #texts: () => Promise<UnreachedTexts | null>;
  readonly #server = new PackageServer();
  readonly #packages = new Map<Kind, Package>();
  #preparing: Promise<unknown> = Promise.resolve();

  constructor(folder: string, texts: () => Promise<UnreachedTexts | null>, log: Log) {
    this.#folder = folder;
    this.#texts = texts;
    this.#lists = new ListStore(join(folder, 'lists'), log);
  }

  /** The extension with a free browser's rules; they apply before its first page loads. */
  async prepare(session: WebbrowserSession, isKiosk: boolean): Promise<BrowserExtension> {
    const { prepared, hasRules } = await this.#inTurn(async () => {
      const rules = {
        lists: session.enable_adblock ? await this.#lists.read(session.content_filter_lists) : [],
        noContextMenu: session.disable_context_menu,
        doNotTrack: session.enable_tracking_prevention,
      };
      const windows = isKiosk ? 'kiosk' : 'free';
      return {
        prepared: await this.#pack('browser', { ...rules, windows, isKiosk, texts: await this.#texts() }),
        hasRules: rules.lists.length > 0 || rules.noContextMenu || rules.doNotTrack,
      };
    });
    const startPage = (url: string) => (hasRules ? this.#server.startPage(url) : url);
    return { ...prepared, isRequired: hasRules, startPage };
  }

  /** The extension that lets a web app open windows. Optional: the app also works without it. */
  async prepareApp(isKiosk: boolean): Promise<BrowserExtension> {
    const prepared = await this.#inTurn(async () => {
      const rules = { lists: [], noContextMenu: false, doNotTrack: false };
      return this.#pack('app', { ...rules, windows: 'app', isKiosk, texts: await this.#texts() });
    });
    return { ...prepared, isRequired: false, startPage: (url) => url };
  }

  stop(): void {
    this.#server.stop();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = this.#preparing.catch(() => {}).then(work);
    this.#preparing = next;
    return next;
  }

  async #pack(kind: Kind, rules: BrowserRules): Promise<Prepared> {
    const files = extensionFiles(rules, VERSION);
    const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex');
    const made = this.#packages.get(kind);
    if (made?.digest === digest) return made.prepared;
    const key = await this.#keyFor(kind, digest);
    await this.#server.start();
    const id = extensionId(key);
    const prepared = {
      id,
      updateUrl: this.#server.offer(id, crx(zip(files), key)),
      ownPage: unreachedAddress(id),
      installation: () => this.#server.installation(),
    };
    this.#packages.set(kind, { prepared, digest });
    return prepared;
  }

  // A browser keeps an extension across restarts, so changed rules need a new key and with it a new extension ID.
  async #keyFor(kind: Kind, digest: string): Promise<KeyObject> {
    const file = join(this.#folder, `${kind}-extension.json`);
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
    // A power cut can leave the file half written.
    return null;
  }
}
