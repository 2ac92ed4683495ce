import type { InstallDisk, InstallerState } from '@berth/contract/bridge/installer';
import type { Log } from '../../system/log.ts';
import { DiskUnchangedError, type Installer as InstallerPort } from '../../system/ports/installer.ts';

/** What berth.conf says about installing. never: the machine is meant to run from its stick. */
export type InstallPlan =
  | 'never'
  | {
      /** The device's path; largest: the largest disk that is not removable. */
      readonly disk: 'largest' | (string & {});
      /** Whether another installation of Berth OS on it is replaced. */
      readonly replacesBerth: boolean;
      /** Whether a registered machine on it is forgotten. */
      readonly afresh: boolean;
    };

interface InstallerOptions {
  /** Null: this machine runs from a disk of the computer. */
  readonly port: InstallerPort | null;
  /** Null: a person decides. */
  readonly plan: InstallPlan | null;
  /** Whether the machine is registered, or a person is logged in. */
  readonly isTaken: () => boolean;
  readonly powerOff: () => Promise<void>;
  /** Called once the machine goes on without installing. */
  readonly onDeclined: () => void;
  readonly log: Log;
}

/** Why a call was refused. */
export class InstallerError extends Error {
  readonly reason: 'not-allowed' | 'no-such-disk';

  constructor(reason: InstallerError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

type Progress = Omit<NonNullable<InstallerState>, 'source'>;
const CHOICE: Progress = {
  phase: 'choice',
  percent: 0,
  unattended: false,
  kept: false,
  refusal: null,
  unchanged: false,
  failure: null,
};

/**
 * Installs Berth OS from its stick: where a person says, or as berth.conf does. Only before the machine is registered and
 * used; afterward its disks are out of reach of its page.
 */
export class Installer {
  readonly #options: InstallerOptions;
  #progress = CHOICE;
  #declined: boolean;

  constructor(options: InstallerOptions) {
    this.#options = options;
    this.#declined = options.plan === 'never';
  }

  get state(): InstallerState {
    const { port } = this.#options;
    return port && this.#isOpen ? { source: port.source, ...this.#progress } : null;
  }

  /** Begins the installation that berth.conf orders. */
  start(): void {
    const { plan, log } = this.#options;
    if (plan === null || plan === 'never' || !this.#isOpen) return;
    this.#progress = { ...CHOICE, phase: 'installing', unattended: true };
    this.#follow(plan).catch((error: unknown) => {
      log.error({ error: String(error) }, 'the installation that berth.conf orders failed');
      this.#fail(error);
    });
  }

  async list(): Promise<InstallDisk[]> {
    const disks = await this.#port().disks();
    return disks.toSorted(
      (a, b) =>
        Number(a.obstacle !== null) - Number(b.obstacle !== null) ||
        Number(a.removable) - Number(b.removable) ||
        b.bytes - a.bytes,
    );
  }

  /** Begins to replace everything on a listed disk. */
  async install(id: string, afresh = false): Promise<void> {
    const port = this.#port();
    const disk = (await port.disks()).find((each) => each.id === id);
    if (!disk || disk.obstacle !== null) throw new InstallerError('no-such-disk', 'That disk cannot be used.');
    // Asked again: the list took time, and two calls may have waited for it.
    this.#port();
    this.#progress = { ...CHOICE, phase: 'installing' };
    void this.#write(id, { unattended: false, afresh });
  }

  /** Goes on without installing, until the next start. */
  decline(): void {
    this.#port();
    this.#declined = true;
    this.#options.onDeclined();
  }

  get #isOpen(): boolean {
    const { port, isTaken } = this.#options;
    return port !== null && !this.#declined && !isTaken();
  }

  /** The one gate to the disks. */
  #port(): InstallerPort {
    const { port } = this.#options;
    const { phase } = this.#progress;
    if (port !== null && this.#isOpen && (phase === 'choice' || phase === 'failed')) return port;
    throw new InstallerError('not-allowed', 'Nothing can be installed from this machine now.');
  }

  async #follow({ disk: wanted, replacesBerth, afresh }: Exclude<InstallPlan, 'never'>): Promise<void> {
    const { port, log } = this.#options;
    if (port === null) return;
    const usable = (await port.disks()).filter(({ obstacle }) => obstacle === null);
    const id = wanted === 'largest' ? null : await port.diskAt(wanted);
    const internal = usable.filter(({ removable }) => !removable).toSorted((a, b) => b.bytes - a.bytes);
    const disk = wanted === 'largest' ? internal[0] : usable.find((each) => each.id === id);
    const refusal = !disk ? 'no-disk' : disk.content === 'berth' && !replacesBerth ? 'berth-there' : null;
    if (!disk || refusal !== null) {
      log.warn({ disk: wanted, refusal }, 'berth.conf orders an installation that does not begin');
      this.#progress = { ...CHOICE, refusal };
      return;
    }
    log.info({ disk: disk.name }, 'installing, as berth.conf orders');
    await this.#write(disk.id, { unattended: true, afresh });
    if (this.#progress.phase !== 'done') return;
    // Off rather than started again: whoever takes the stick out sees that it is done.
    await this.#options.powerOff().catch((error: unknown) => {
      log.error({ error: String(error) }, 'the computer does not turn off after the installation');
    });
  }

  async #write(id: string, how: { readonly unattended: boolean; readonly afresh: boolean }): Promise<void> {
    const { port, log } = this.#options;
    const { unattended, afresh } = how;
    const onProgress = (percent: number): void => {
      this.#progress = { ...CHOICE, phase: 'installing', percent, unattended };
    };
    onProgress(0);
    try {
      const kept = (await port?.install(id, { afresh, onProgress }))?.kept ?? false;
      this.#progress = { ...CHOICE, phase: 'done', percent: 100, unattended, kept };
      log.info({ kept }, 'installed');
    } catch (error) {
      log.error({ error: String(error) }, 'the installation failed');
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    const failure = error instanceof Error ? error.message : String(error);
    this.#progress = { ...CHOICE, phase: 'failed', unchanged: error instanceof DiskUnchangedError, failure };
  }
}
