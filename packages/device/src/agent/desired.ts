import { isDeepStrictEqual } from 'node:util';
import type { Desired } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { BridgeError } from '../bridge/calls.ts';
import { type AppliedProfile, applyProfile } from '../features/profile/applied-profile.ts';
import type { Store } from '../state/store.ts';
import type { Log } from '../system/log.ts';

export interface DesiredOptions {
  readonly machineId: MachineId;
  readonly store: Store;
  /** Shows a profile. Called before it is durable, so that the screen does not wait for the disk. */
  readonly show: (applied: AppliedProfile | null) => void;
  /** The machine's config has changed. */
  readonly configChanged: () => void;
  /** Called once the state is shown and durable, or removed: the cloud can be told. */
  readonly settled: () => void;
  readonly log: Log;
}

/** Applies the desired state: shows it, stores it as the last good one, reports it. */
export class DesiredState {
  readonly #options: DesiredOptions;
  #applied: AppliedProfile | null;

  constructor(options: DesiredOptions) {
    this.#options = options;
    this.#applied = applyProfile(options.store.state.desired, options.machineId);
  }

  /** The profile the machine shows: at boot the last good one, also without the cloud. */
  get applied(): AppliedProfile | null {
    return this.#applied;
  }

  async receive(desired: Desired): Promise<void> {
    const before = this.#options.store.state.desired;
    // Keep the object of an unchanged profile: parsed results are cached by its identity.
    const profile = isSame(before?.profile, desired.profile) ? (before?.profile ?? null) : desired.profile;
    const next = { ...desired, profile };
    if (isDeepStrictEqual(next, before)) this.#options.settled();
    else await this.#set(next);
  }

  /** The machine was removed from its organization: it returns to the wizard. */
  async forget(): Promise<void> {
    if (this.#options.store.state.desired !== null) await this.#set(null);
  }

  async #set(desired: Desired | null): Promise<void> {
    const { machineId, store, show, configChanged, settled, log } = this.#options;
    const durable = store.update((state) => ({ ...state, desired }));
    const applied = applyProfile(store.state.desired, machineId);
    if (applied !== this.#applied) {
      this.#applied = applied;
      if (applied?.faults) log.warn({ faults: applied.faults }, 'the profile is not understood in full');
      show(applied);
    }
    configChanged();
    try {
      await durable;
    } catch (error) {
      // With a full disk the screen still follows; the last stored state survives.
      log.error({ error: String(error) }, 'the desired state is not kept');
    }
    settled();
  }
}

type Profile = Desired['profile'] | undefined;

function isSame(a: Profile, b: Profile): boolean {
  return !!a && !!b && a.id === b.id && a.revision === b.revision && a.digest === b.digest && a.name === b.name;
}

/** Requests the desired state from the cloud and waits for it. */
export class Refresh {
  readonly #reconnect: () => void;
  readonly #waiting = new Set<() => void>();

  constructor(reconnect: () => void) {
    this.#reconnect = reconnect;
  }

  /** Rejects if the cloud does not reply within `timeoutMs`. */
  async ask(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let done: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        done = resolve;
        this.#waiting.add(resolve);
        timer = setTimeout(() => reject(new BridgeError('unavailable', 'The cloud does not answer.')), timeoutMs);
        this.#reconnect();
      });
    } finally {
      clearTimeout(timer);
      if (done) this.#waiting.delete(done);
    }
  }

  /** Call when a desired state arrives. */
  arrived(): void {
    for (const done of this.#waiting) done();
  }
}
