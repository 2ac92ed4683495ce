import { createHash } from 'node:crypto';
import type { OrganizationId } from '@berth/contract/ids';
import { CloudError } from '../link/registration.ts';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';
import type { RunningImage } from '../system/ports/machine.ts';

const RETRY_MS = 300_000;
/** A cloud that was restored from a backup may have lost the key. */
const REPEAT_DAYS = 30;
const DAY_MS = 86_400_000;

interface RecoveryKeyOptions {
  /** Null where the disk is not the agent's concern. */
  readonly image: Pick<RunningImage, 'recoveryKey'> | null;
  readonly store: Store;
  /** Resolves once the cloud has stored the key. */
  readonly send: (key: string) => Promise<void>;
  readonly log: Log;
  readonly now?: () => number;
  readonly retryMs?: number;
}

/**
 * Hands the recovery key of the machine's disk over to the cloud: once for each key and organization, and again after 30
 * days. The key stays on the encrypted disk, so that another organization can get it too.
 */
export class RecoveryKeyHandover {
  readonly #options: Required<RecoveryKeyOptions>;
  #running = false;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: RecoveryKeyOptions) {
    this.#options = { now: Date.now, retryMs: RETRY_MS, ...options };
  }

  /** Call when the cloud has welcomed the machine of this organization. */
  async handOver(organizationId: OrganizationId): Promise<void> {
    const { image, store, send, log, now, retryMs } = this.#options;
    if (!image || this.#running || this.#stopped) return;
    this.#running = true;
    clearTimeout(this.#retry);
    try {
      const key = await image.recoveryKey();
      if (key === null) return;
      const given = { organizationId, fingerprint: fingerprintOf(key), at: new Date(now()).toISOString() };
      const before = store.state.recoveryKeyGiven;
      if (before && isCurrent(before, given)) return;
      await send(key);
      await store.update((state) => ({ ...state, recoveryKeyGiven: given }));
      log.info({}, 'the cloud has the recovery key of the disk');
    } catch (error) {
      // An older cloud does not know the call; the next welcome may come from a newer one.
      const isLater = !(error instanceof CloudError) || error.shouldRetry();
      log.warn({ error: String(error), isLater }, 'the recovery key of the disk is not handed over yet');
      if (isLater && !this.#stopped)
        this.#retry = setTimeout(() => void this.handOver(organizationId), retryMs).unref();
    } finally {
      this.#running = false;
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
  }
}

type Given = NonNullable<Store['state']['recoveryKeyGiven']>;

function isCurrent(before: Given, now: Given): boolean {
  const days = (Date.parse(now.at) - Date.parse(before.at)) / DAY_MS;
  return (
    before.organizationId === now.organizationId &&
    before.fingerprint === now.fingerprint &&
    Math.abs(days) < REPEAT_DAYS
  );
}

/** Tells keys apart; the key itself cannot be found from it, because it is random. */
function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}
