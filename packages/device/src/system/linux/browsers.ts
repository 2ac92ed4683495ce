import { chown, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserExtension, BrowserLaunch, Running } from '../ports/programs.ts';
import { readable, type SharedAccessibilityBus } from './accessibility-bus.ts';
import type { Account } from './accounts.ts';
import {
  browserArguments,
  prepareBrowserFolder,
  unseenArguments,
  writeInertOpeners,
  writePolicies,
} from './chromium.ts';
import type { BrowserStart, DesktopStart, Opened } from './desktop-options.ts';
import { installExtension } from './extension-install.ts';

/** The home browser runs in English; its only visible text is the name of the captured screen. */
const ENGLISH = { LANGUAGE: 'en' };

/** GTK theme that gives unpainted Chromium windows a dark background. */
const DARK = { GTK_THEME: 'Adwaita:dark' };

/** The desktop on which browsers are opened. */
interface BrowserDesktop {
  /** Whether extensions can be installed by policy. */
  readonly hasExtensions: boolean;
  /** PATH of the programs. */
  readonly path: string;
  readonly accessibilityBus: Pick<SharedAccessibilityBus, 'address' | 'keepFor'>;
  /** Scale of a window's contents. */
  readonly scaleOf: (launch: BrowserLaunch) => number;
  readonly start: (start: DesktopStart) => Running;
}

/** Starts browsers, each with its data folder, policies, and extension. */
export class Browsers {
  readonly #opened: Opened;
  readonly #desktop: BrowserDesktop;
  readonly #installing = new Map<BrowserLaunch['kind'], Promise<void>>();

  constructor(opened: Opened, desktop: BrowserDesktop) {
    this.#opened = opened;
    this.#desktop = desktop;
  }

  async open(launch: BrowserLaunch): Promise<Running> {
    const { accounts, homeArguments, log } = this.#opened;
    const account = launch.kind === 'home' ? accounts.home : accounts.session;
    const folder = await accounts.folder(account, launch.folder);
    const start = await this.#startOf(launch, account, folder);
    // The extension is installed by policy.
    const extension = this.#desktop.hasExtensions ? launch.extension : null;
    if (extension) {
      await this.#install(extension, launch.kind, start).catch((error: unknown) => {
        if (extension.isRequired) throw error;
        log.warn({ folder: launch.folder, error: String(error) }, 'this browser runs without its extension');
      });
    }
    await prepareBrowserFolder(folder, launch, account);
    const url = extension?.startPage(launch.url) ?? launch.url;
    const scale = this.#desktop.scaleOf(launch);
    const bus = await this.#desktop.accessibilityBus.address();
    const args = browserArguments({ ...launch, url, scale }, folder, [
      ...(launch.folder === 'home' ? homeArguments : []),
      // Enabled from the first page on, not only at the screen reader's first request.
      ...(bus === null ? [] : ['--force-renderer-accessibility']),
      // Chromium refuses to run as root with its sandbox; as root there is normally another user (findAccounts).
      ...(account === null && isRoot ? ['--no-sandbox'] : []),
    ]);
    // Not for the browser that installs an extension: a screen reader must not read what nobody sees.
    const more = { ...start.more, ...(bus === null ? {} : readable(bus)) };
    const running = this.#desktop.start({ ...start, args, more });
    if (bus !== null) this.#desktop.accessibilityBus.keepFor(running);
    return running;
  }

  async prepare(launch: BrowserLaunch): Promise<void> {
    const { session: account, sharedFolder } = this.#opened.accounts;
    if (!this.#desktop.hasExtensions || !launch.extension) return;
    const folder = join(await sharedFolder('prepared'), launch.kind);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    if (account) await chown(folder, account.uid, account.gid);
    try {
      await this.#install(launch.extension, launch.kind, await this.#startOf(launch, account, folder));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** One at a time per kind: the first installation makes the template that the others copy. */
  #install(extension: BrowserExtension, kind: BrowserLaunch['kind'], start: BrowserStart): Promise<void> {
    const before = this.#installing.get(kind) ?? Promise.resolve();
    const turn = before
      .catch(() => {})
      .then(async () => {
        const { account, home: folder } = start;
        const templates = join(await this.#opened.accounts.sharedFolder('templates'), kind);
        const unseen = (page: string) => this.#desktop.start({ ...start, args: unseenArguments(folder, page) });
        await installExtension({ extension, folder, account, templates, start: unseen });
      });
    this.#installing.set(kind, turn);
    return turn;
  }

  async #startOf(launch: BrowserLaunch, account: Account | null, folder: string): Promise<BrowserStart> {
    const { accounts, chromium, log } = this.#opened;
    if (!isRoot) log.warn({ folder: launch.folder }, 'policies need root: this browser runs without them');
    const policies = isRoot ? await accounts.sharedFolder(`policies-${launch.folder}`) : null;
    const bind = policies === null ? undefined : await writePolicies(policies, this.#policiesOf(launch));
    const openers = await writeInertOpeners(await accounts.sharedFolder('openers'));
    const more = {
      PATH: `${openers}:${this.#desktop.path}`,
      ...(launch.kind === 'home' ? ENGLISH : {}),
      ...(launch.darkTheme ? DARK : {}),
    };
    const isolated = isRoot && launch.kind !== 'home';
    // Chromium's sandbox is a setuid program if the system allows no user namespaces.
    const rights = { isolated, gainsRights: true };
    return { program: chromium, account, home: folder, bind, more, ...rights };
  }

  // No developer tools on the home screen, unless the agent runs with remote debugging.
  #policiesOf({ kind, policies }: BrowserLaunch): Readonly<Record<string, unknown>> {
    const isDebugged = this.#opened.homeArguments.some((argument) => argument.startsWith('--remote-debugging'));
    return kind === 'home' && !isDebugged ? { DeveloperToolsAvailability: 2, ...policies } : policies;
  }
}

const isRoot = process.getuid?.() === 0;
