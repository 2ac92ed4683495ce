import { setTimeout as sleep } from 'node:timers/promises';
import type { Hardware } from '@berth/contract/device/messages';
import { type Agent, type AgentEvent, type AgentOptions, startAgent } from '@berth/device/agent';
import { applyProfile } from '@berth/device/applied-profile';
import type { Identity } from '@berth/device/state/identity';
import type { Store } from '@berth/device/state/store';
import { type FakeSystem, fakeSystem } from '@berth/device/system/fake';
import { silentLog } from '@berth/device/system/log';
import { drawScreen } from './screen.ts';

export interface VirtualMachineOptions {
  readonly identity: Identity;
  readonly store: Store;
  /** Shared by all machines of a fleet: one request for /config.json serves them all. */
  readonly cloud: NonNullable<AgentOptions['cloud']>;
  readonly version: string;
  readonly enrollmentCode: string | null;
  /** Hardware details that differ from other virtual machines, and the user, who logs in after each start. */
  readonly hardware?: Partial<Hardware> | undefined;
  readonly user?: string | undefined;
  /** Whether it needs a reboot, even after one. */
  readonly rebootNeeded?: boolean;
  readonly onEvent: (machine: VirtualMachine, event: AgentEvent) => void;
  /** Called with the hardware addresses of machines that it wakes. */
  readonly onWake: (macs: readonly string[]) => void;
}

/** Duration of a reboot in milliseconds: the minimum, and the random part added to it. */
const REBOOT_MS = { least: 2_000, more: 4_000 };

/** One machine of a fleet: the real agent on an in-memory system. Reboots take it offline for a while. */
export class VirtualMachine {
  readonly identity: Identity;
  readonly #options: VirtualMachineOptions;
  #agent: Agent | null = null;
  #system: FakeSystem | null = null;
  #rebooting: Promise<void> | null = null;
  #off = false;
  /** Off by a command or a user, as opposed to one that is never started again. */
  #isPoweredOff = false;

  constructor(options: VirtualMachineOptions) {
    this.identity = options.identity;
    this.#options = options;
  }

  /** Null while it is off. */
  get linkState(): Agent['linkState'] | null {
    return this.#agent?.linkState ?? null;
  }

  /** Controls of the fake system while it runs. */
  get knobs(): FakeSystem['knobs'] | null {
    return this.#system?.knobs ?? null;
  }

  async start(): Promise<void> {
    if (this.#agent) return;
    const { identity, store, cloud, version, onEvent, onWake } = this.#options;
    const system = fakeSystem((order) => {
      onEvent(this, { event: 'power', order });
      this.#off = order === 'power-off';
      this.#isPoweredOff = this.#off;
      this.#rebooting = this.#reboot();
    }, this.#options.hardware);
    system.knobs.rebootNeeded = this.#options.rebootNeeded ?? false;
    this.#system = system;
    await this.#logIn(system.machine.bootId);
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
        installPlan: null,
        fullscreen: false,
        allowPrivateWebhooks: false,
        onEvent: (event) => onEvent(this, event),
        onHomeClosed: () => {},
        onFactoryReset: () => void this.stop(),
        log: silentLog,
        recentLog: () => [],
      },
      {
        ...system,
        network: { ...system.network, wake: async (macs) => onWake(macs) },
        screen: { screenshot: () => this.#picture() },
      },
    );
  }

  async #picture() {
    const applied = applyProfile(this.#options.store.state.desired, this.#options.identity.id);
    if (!applied) throw new Error('The machine has no profile.');
    return drawScreen(applied.definition, new Date());
  }

  async #logIn(bootId: string): Promise<void> {
    const { user, store } = this.#options;
    if (user === undefined) return;
    await store.update((state) => ({
      ...state,
      login: { ...state.login, user: { name: user, provider: 'product-id' }, bootId },
    }));
  }

  /** Turns it off and on again, like a user. */
  reboot(): void {
    if (!this.#agent) return;
    this.#off = false;
    this.#rebooting = this.#reboot();
  }

  /** Turns it on if it was powered off and has one of these hardware addresses. */
  async wake(macs: readonly string[]): Promise<void> {
    const own = this.#system?.machine.hardware().interfaces ?? [];
    if (!this.#isPoweredOff || !own.some(({ mac }) => macs.includes(mac))) return;
    this.#isPoweredOff = false;
    this.#off = false;
    await this.#rebooting;
    await this.start();
  }

  /** Disconnects without closing, as with a pulled cable; `start` brings it back. */
  async pause(): Promise<void> {
    await this.#rebooting;
    await this.#halt();
  }

  async stop(): Promise<void> {
    this.#off = true;
    this.#isPoweredOff = false;
    await this.#rebooting;
    await this.#halt();
  }

  async #halt(): Promise<void> {
    const agent = this.#agent;
    this.#agent = null;
    await agent?.stop();
  }

  async #reboot(): Promise<void> {
    // The command's result is sent first, as on a real machine.
    await sleep(100);
    await this.#halt();
    if (this.#off) return;
    await sleep(REBOOT_MS.least + Math.random() * REBOOT_MS.more);
    if (!this.#off) await this.start();
  }
}
