import { setTimeout as sleep } from 'node:timers/promises';
import { type Agent, type AgentEvent, type AgentOptions, startAgent } from '@berth/device/agent';
import type { Identity } from '@berth/device/state/identity';
import type { Store } from '@berth/device/state/store';
import { type FakeSystem, fakeSystem } from '@berth/device/system/fake';
import { silentLog } from '@berth/device/system/log';

export interface VirtualMachineOptions {
  readonly identity: Identity;
  readonly store: Store;
  /** Shared by all machines of a fleet: one look at /config.json serves them all. */
  readonly cloud: NonNullable<AgentOptions['cloud']>;
  readonly version: string;
  readonly enrollmentCode: string | null;
  readonly onEvent: (machine: VirtualMachine, event: AgentEvent) => void;
}

/** Time that a reboot takes, in milliseconds: from the least, up to so much more. */
const REBOOT_MS = { least: 2_000, more: 4_000 };

/** One machine of a fleet: the real agent on a system that is only in memory. Reboots take it away for a while. */
export class VirtualMachine {
  readonly identity: Identity;
  readonly #options: VirtualMachineOptions;
  #agent: Agent | null = null;
  #system: FakeSystem | null = null;
  #rebooting: Promise<void> | null = null;
  #off = false;

  constructor(options: VirtualMachineOptions) {
    this.identity = options.identity;
    this.#options = options;
  }

  /** Null while it is off. */
  get linkState(): Agent['linkState'] | null {
    return this.#agent?.linkState ?? null;
  }

  /** What may be turned on it while it runs. */
  get knobs(): FakeSystem['knobs'] | null {
    return this.#system?.knobs ?? null;
  }

  async start(): Promise<void> {
    if (this.#agent) return;
    const { identity, store, cloud, version, onEvent } = this.#options;
    const system = fakeSystem((order) => {
      onEvent(this, { event: 'power', order });
      this.#off = order === 'power-off';
      this.#rebooting = this.#reboot();
    });
    this.#system = system;
    this.#agent = await startAgent(
      {
        identity,
        store,
        cloud,
        cacheFolder: null,
        boardsFolder: null,
        version,
        bridge: null,
        enrollmentCode: this.#options.enrollmentCode,
        productId: null,
        fullscreen: false,
        allowPrivateWebhooks: false,
        onEvent: (event) => onEvent(this, event),
        onHomeClosed: () => {},
        onFactoryReset: () => void this.stop(),
        log: silentLog,
        recentLog: () => [],
      },
      system,
    );
  }

  /** Switches it off and on again, as somebody in front of it does. */
  reboot(): void {
    if (!this.#agent) return;
    this.#off = false;
    this.#rebooting = this.#reboot();
  }

  /** Gone without a word of its user, as when its cable is pulled; `start` brings it back. */
  async pause(): Promise<void> {
    await this.#rebooting;
    await this.#halt();
  }

  async stop(): Promise<void> {
    this.#off = true;
    await this.#rebooting;
    await this.#halt();
  }

  async #halt(): Promise<void> {
    const agent = this.#agent;
    this.#agent = null;
    await agent?.stop();
  }

  async #reboot(): Promise<void> {
    // The result of the command goes out first, as it does on a real machine.
    await sleep(100);
    await this.#halt();
    if (this.#off) return;
    await sleep(REBOOT_MS.least + Math.random() * REBOOT_MS.more);
    if (!this.#off) await this.start();
  }
}
