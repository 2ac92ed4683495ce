import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { NetworkMemory } from '../../state/machine-state.ts';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import type { Network, NetworkPlan } from '../../system/ports/network.ts';

export interface NetworkTrialOptions {
  readonly store: Store;
  readonly network: Network;
  /** Resolves once the cloud has welcomed the machine over the current network; does not settle before. */
  readonly reachesCloud: (signal: AbortSignal) => Promise<void>;
  /** Whether the cloud was ever reached; without one, a trial checks the gateway instead. */
  readonly hadCloud: () => boolean;
  readonly log: Log;
  readonly trialMs?: number | undefined;
}

/** Time until settings that cut the machine off are rolled back (design, "network settings that cut a machine off"). */
const TRIAL_MS = 120_000;
const GATEWAY_POLL_MS = 2_000;
const STOP_MS = 1_000;

/**
 * Applies a profile's network settings on trial: they are kept only if the machine stays reachable with them, otherwise
 * they are rolled back. The start of a trial is stored first, so that a crash or power cut during it also ends in a
 * rollback.
 */
export class NetworkTrial {
  readonly #options: NetworkTrialOptions;
  readonly #stopping = new AbortController();
  #work: Promise<void> = Promise.resolve();
  #endsAt: number | null = null;

  constructor(options: NetworkTrialOptions) {
    this.#options = options;
  }

  /** Seconds until the settings on trial are rolled back; null without a trial. */
  get secondsLeft(): number | null {
    return this.#endsAt === null ? null : Math.max(0, Math.ceil((this.#endsAt - performance.now()) / 1_000));
  }

  /** Rolls back a trial that the previous process did not finish. Call at the agent's start. */
  recover(): Promise<void> {
    return this.#queue(async () => {
      const { trial } = this.#memory;
      if (trial === null) return;
      this.#options.log.warn({}, 'network settings were on trial when the machine went down: back to those before');
      await this.#giveUp(trial);
    });
  }

  /** Applies a profile's settings. Failed settings are not retried until they change. */
  want(plan: NetworkPlan): Promise<void> {
    return this.#queue(async () => {
      const { kept, failed } = this.#memory;
      if (isDeepStrictEqual(plan, kept) || isDeepStrictEqual(plan, failed)) return;
      if (kept === null && isUntouched(plan)) return;
      await this.#try(plan);
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    // NetworkManager may still be busy with the previous request.
    await Promise.race([this.#work, sleep(STOP_MS, undefined, { ref: false })]);
  }

  async #try(plan: NetworkPlan): Promise<void> {
    const { network, log } = this.#options;
    await this.#remember({ ...this.#memory, trial: plan });
    const timeoutMs = this.#options.trialMs ?? TRIAL_MS;
    this.#endsAt = performance.now() + timeoutMs;
    try {
      await network.apply(plan);
      await this.#reachable(AbortSignal.timeout(Math.max(0, Math.round(this.#endsAt - performance.now()))));
      await network.keep();
      await this.#remember({ kept: plan, failed: null, trial: null });
      log.info({}, 'network settings of the profile hold');
    } catch (error) {
      // The agent stops during the trial: its next start rolls back.
      if (this.#stopping.signal.aborted) return;
      log.error({ error: String(error) }, 'network settings of the profile cut the machine off: back to those before');
      await this.#giveUp(plan);
    } finally {
      this.#endsAt = null;
    }
  }

  async #giveUp(plan: NetworkPlan): Promise<void> {
    const { kept } = this.#memory;
    try {
      await this.#options.network.apply(kept);
      await this.#options.network.keep();
    } catch (error) {
      this.#options.log.error({ error: String(error) }, 'the network settings before do not return');
    }
    await this.#remember({ kept, failed: plan, trial: null });
  }

  async #reachable(timeout: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([timeout, this.#stopping.signal]);
    const never = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('The machine is not reachable.')), { once: true });
    });
    const proof = this.#options.hadCloud() ? this.#options.reachesCloud(signal) : this.#gateway(signal);
    await Promise.race([proof, never]);
  }

  async #gateway(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.#options.network.gatewayAnswers())) {
      await sleep(GATEWAY_POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  get #memory(): NetworkMemory {
    return this.#options.store.state.network;
  }

  #remember(network: NetworkMemory): Promise<void> {
    return this.#options.store.update((state) => ({ ...state, network }));
  }

  // Serializes network changes.
  #queue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#options.log.error({ error: String(error) }, 'network settings');
    });
    return this.#work;
  }
}

// A profile without network settings leaves the network unchanged.
function isUntouched({ servers, searchDomains, wifi, tunnel }: NetworkPlan): boolean {
  return servers.length === 0 && searchDomains.length === 0 && wifi.mode === 'system' && tunnel === null;
}
