import type { SimulatedNode, SimulatedNodeOptions } from '@berth/server/testing/simulation/node';
import { startSimulatedNode } from '@berth/server/testing/simulation/node';
import type { Host, SimulatedClock } from './clock.ts';

type NodeDatabase = { readonly db: SimulatedNodeOptions['db']; crash(): void; disconnect(): void };

export interface CloudNodeOptions {
  readonly name: string;
  readonly clock: SimulatedClock;
  readonly openDatabase: (host: Host) => NodeDatabase;
  readonly openNats: (host: Host) => Awaited<ReturnType<SimulatedNodeOptions['openNats']>>;
  readonly rest: Omit<SimulatedNodeOptions, 'db' | 'openNats'>;
  readonly onGone: (host: Host, isPowerCut: boolean) => void;
}

/** One node of the cloud: the real server, whose process may end at any moment. */
export class CloudNode {
  readonly #options: CloudNodeOptions;
  #host: Host;
  #database: NodeDatabase | undefined;
  #running: SimulatedNode | undefined;
  #isSilent = false;

  constructor(options: CloudNodeOptions) {
    this.#options = options;
    this.#host = { name: options.name, isAlive: false, offsetMs: 0 };
  }

  get host(): Host {
    return this.#host;
  }

  /** Undefined while it is down or starts. */
  get running(): SimulatedNode | undefined {
    return this.#running;
  }

  /** Whether its computer answers, if only by refusing connections. */
  get answers(): boolean {
    return !this.#isSilent;
  }

  start(): void {
    const { clock, openDatabase, openNats, rest } = this.#options;
    const host: Host = { ...this.#host, isAlive: true };
    this.#host = host;
    this.#isSilent = false;
    const database = openDatabase(host);
    this.#database = database;
    void clock.as(host, async () => {
      const node = await startSimulatedNode({ ...rest, db: database.db, openNats: async () => openNats(host) });
      if (host.isAlive) this.#running = node;
    });
  }

  /** Its process, or its whole computer, is gone at once. It starts again after so long. */
  kill(downMs: number, isPowerCut: boolean): void {
    if (!this.#running) return;
    const host = this.#host;
    host.isAlive = false;
    this.#running = undefined;
    this.#isSilent = isPowerCut;
    this.#database?.crash();
    this.#options.onGone(host, isPowerCut);
    this.#startLater(downMs);
  }

  /** Stops in order, as for an upgrade, and starts again. */
  restart(downMs: number): void {
    const node = this.#running;
    const host = this.#host;
    if (!node) return;
    this.#running = undefined;
    void this.#options.clock.as(host, async () => {
      await node.stop().catch(() => undefined);
      host.isAlive = false;
      this.#database?.crash();
      this.#options.onGone(host, false);
      this.#startLater(downMs);
    });
  }

  /** Its connections to the database break. */
  loseDatabase(): void {
    this.#database?.disconnect();
  }

  #startLater(ms: number): void {
    const waiting: Host = { ...this.#host, isAlive: true };
    this.#host = waiting;
    this.#options.clock.after(ms, waiting, () => this.start());
  }
}
