import type { Host, SimulatedClock } from './clock.ts';
import type { CloudNode } from './cloud-node.ts';
import { failedConnection, HANDSHAKE_MS, type SocketEnd, Wire, type WireOptions } from './network.ts';
import type { Random } from './random.ts';

/** The longest delay of a packet in a good and in a bad network, in milliseconds. */
const LATENCY_MS = { good: 40, bad: 1_500 };

/** All connections between machines and nodes. */
export class Connections {
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  readonly #nodes: readonly CloudNode[];
  #wires: Wire[] = [];
  #badUntil = 0;
  readonly #unreached = new Map<string, number>();

  readonly #log: (text: string) => void;

  constructor(clock: SimulatedClock, random: Random, nodes: readonly CloudNode[], log: (text: string) => void) {
    this.#log = log;
    this.#clock = clock;
    this.#random = random;
    this.#nodes = nodes;
  }

  get open(): readonly Wire[] {
    this.#wires = this.#wires.filter(({ isOpen }) => isOpen);
    return this.#wires;
  }

  connect(from: Host): SocketEnd {
    // Node's own connections take this from the options.
    return this.#connect(from).setTimeout(HANDSHAKE_MS);
  }

  /** Connects a machine to any node, as a load balancer does. */
  #connect(from: Host): SocketEnd {
    const node = this.#random.pick(this.#nodes);
    const options: WireOptions = {
      clock: this.#clock,
      random: this.#random,
      from,
      to: node.host,
      latencyMs: () => (this.#clock.elapsed < this.#badUntil ? LATENCY_MS.bad : LATENCY_MS.good),
    };
    const isReached = this.#clock.elapsed >= (this.#unreached.get(from.name) ?? 0);
    this.#log(`${from.name} connects to ${node.host.name}`);
    if (!node.running || !isReached) return failedConnection(options, isReached && node.answers);
    const wire = new Wire(options);
    const { server } = node.running;
    this.#clock.after(1, node.host, () => server.emit('connection', wire.far));
    this.#wires.push(wire);
    return wire.near;
  }

  /** Packets take long for a while. */
  slowDown(ms: number): void {
    this.#badUntil = Math.max(this.#badUntil, this.#clock.elapsed + ms);
  }

  /** A machine loses its network for a while: its connections fall silent, and none opens. */
  isolate(host: Host, ms: number): void {
    this.#unreached.set(host.name, this.#clock.elapsed + ms);
    for (const wire of this.open) if (wire.joins(host)) wire.silence();
  }

  /** A host is gone: its computer ends its connections, unless it has no power. */
  lose(host: Host, isPowerCut: boolean): void {
    for (const wire of this.open) {
      if (!wire.joins(host)) continue;
      if (isPowerCut) wire.silence();
      else wire.lost(host);
    }
  }
}
