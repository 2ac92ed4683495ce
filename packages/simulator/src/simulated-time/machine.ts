import { randomUUID } from 'node:crypto';
import { type Agent, type AgentEvent, type AgentOptions, startAgent } from '@berth/device/agent';
import type { Identity } from '@berth/device/state/identity';
import { fakeSystem } from '@berth/device/system/fake';
import { silentLog } from '@berth/device/system/log';
import type { Host, SimulatedClock } from './clock.ts';
import type { SimulatedDisk } from './disk.ts';
import type { Random } from './random.ts';

export interface MachineOptions {
  readonly name: string;
  readonly identity: Identity;
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly disk: SimulatedDisk;
  readonly cloud: (host: Host) => NonNullable<AgentOptions['cloud']>;
  readonly onEvent: (machine: SimulatedMachine, event: AgentEvent) => void;
  /** The computer's connections end with it. */
  readonly onGone: (host: Host, isPowerCut: boolean) => void;
}

/** Durations in milliseconds. */
const AGENT_RESTART_MS = 2_000;
const BOOT_MS = 8_000;

/** One machine: the real agent, whose process and power may go at any moment. */
export class SimulatedMachine {
  readonly options: MachineOptions;
  #host: Host;
  #agent: Agent | undefined;
  #bootId = '';
  #bootedAt = 0;
  #boots = 0;

  constructor(options: MachineOptions) {
    this.options = options;
    this.#host = { name: options.name, isAlive: false, offsetMs: 0 };
  }

  get name(): string {
    return this.options.name;
  }

  get id(): Identity['id'] {
    return this.options.identity.id;
  }

  get host(): Host {
    return this.#host;
  }

  /** Undefined while it is off. */
  get agent(): Agent | undefined {
    return this.#agent;
  }

  /** Whether it started again since its first boot. */
  get hasRestarted(): boolean {
    return this.#boots > 1;
  }

  boot(): void {
    const { clock } = this.options;
    this.#host = { ...this.#host, isAlive: true };
    this.#bootId = clock.as(this.#host, () => randomUUID());
    this.#bootedAt = clock.timeOf(this.#host);
    this.#boots += 1;
    this.#startAgent();
  }

  /** The agent's process ends at once, and is started again. */
  crash(): void {
    if (!this.#end(false)) return;
    const { clock, random } = this.options;
    this.#host = { ...this.#host, isAlive: true };
    clock.after(random.next() * AGENT_RESTART_MS, this.#host, () => this.#startAgent());
  }

  /** The machine is off at once, and boots again after so long. */
  cutPower(offMs: number): void {
    if (!this.#end(true)) return;
    this.#bootLater(offMs);
  }

  #bootLater(ms: number): void {
    const { clock, random } = this.options;
    const waiting: Host = { ...this.#host, isAlive: true };
    this.#host = waiting;
    clock.after(ms + random.next() * BOOT_MS, waiting, () => this.#host === waiting && this.boot());
  }

  #end(isPowerCut: boolean): boolean {
    if (!this.#agent) return false;
    const host = this.#host;
    host.isAlive = false;
    this.#agent = undefined;
    this.options.onGone(host, isPowerCut);
    return true;
  }

  #startAgent(): void {
    const { clock } = this.options;
    const host = this.#host;
    clock.as(host, () => void this.#start(host));
  }

  async #start(host: Host): Promise<void> {
    const { identity, disk, cloud, onEvent } = this.options;
    const system = fakeSystem((order) => {
      onEvent(this, { event: 'power', order });
      if (order === 'reboot') this.#reboot(host);
    });
    const { machine } = system;
    system.knobs.bootedAt = this.#bootedAt;
    const agent = await startAgent(
      {
        identity,
        store: disk.open(host),
        cloud: cloud(host),
        cacheFolder: null,
        boardsFolder: null,
        version: 'simulated',
        bridge: null,
        enrollmentCode: null,
        productId: null,
        installPlan: null,
        fullscreen: false,
        allowPrivateWebhooks: false,
        onEvent: (event) => onEvent(this, event),
        onHomeClosed: () => undefined,
        onFactoryReset: () => undefined,
        log: silentLog,
        recentLog: () => [],
      },
      { ...system, machine: { ...machine, bootId: this.#bootId } },
    );
    if (host.isAlive) this.#agent = agent;
  }

  /** Like systemd: the agent gets a moment to stop. */
  #reboot(host: Host): void {
    const { clock, random } = this.options;
    clock.after(100, host, () => {
      void this.#agent?.stop();
      clock.after(random.next() * 500, host, () => this.#end(true) && this.#bootLater(0));
    });
  }
}
