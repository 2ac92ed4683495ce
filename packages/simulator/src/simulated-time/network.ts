import { Duplex } from 'node:stream';
import type { Host, SimulatedClock, SimulatedTimer } from './clock.ts';
import type { Random } from './random.ts';

/** How long a connection takes to open or to fail. */
const OPENING_MS = 60;

/** One end of a simulated TCP connection. */
export class SocketEnd extends Duplex {
  readonly host: Host;
  readonly #wire: Wire;
  readonly #clock: SimulatedClock;
  #timeout: SimulatedTimer | undefined;

  constructor(host: Host, wire: Wire, clock: SimulatedClock) {
    super({ allowHalfOpen: false });
    this.host = host;
    this.#wire = wire;
    this.#clock = clock;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#wire.carry(this, Buffer.from(chunk));
    done();
  }

  override _final(done: () => void): void {
    this.#wire.carry(this, null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.setTimeout(0);
    this.#wire.ended(this);
    done(error);
  }

  /** Like that of net.Socket, as far as the handshake of a WebSocket needs it. */
  setTimeout(ms: number): this {
    if (this.#timeout) this.#clock.cancel(this.#timeout);
    this.#timeout = ms > 0 ? this.#clock.after(ms, this.host, () => this.emit('timeout')) : undefined;
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

export interface WireOptions {
  readonly clock: SimulatedClock;
  readonly random: Random;
  readonly from: Host;
  readonly to: Host;
  /** The longest ordinary delay of a packet, in milliseconds. */
  readonly latencyMs: () => number;
}

/** A connection between two hosts: bytes arrive in order and late, or not at all once it is broken. */
export class Wire {
  readonly near: SocketEnd;
  readonly far: SocketEnd;
  readonly #options: WireOptions;
  /** When the newest packet to each end arrives, and what has not arrived yet. */
  readonly #arrivals = new Map<SocketEnd, number>();
  readonly #onTheWay = new Map<SocketEnd, (Buffer | null)[]>();
  #stalledUntil = 0;
  #isSilent = false;

  constructor(options: WireOptions) {
    this.#options = options;
    this.near = new SocketEnd(options.from, this, options.clock);
    this.far = new SocketEnd(options.to, this, options.clock);
    // Node's HTTP server and client add their own listeners later.
    for (const end of [this.near, this.far]) end.on('error', () => undefined);
  }

  get isOpen(): boolean {
    return !this.near.destroyed || !this.far.destroyed;
  }

  joins(host: Host): boolean {
    return this.near.host === host || this.far.host === host;
  }

  /** Takes bytes, or the end of them, from one end to the other. */
  carry(from: SocketEnd, chunk: Buffer | null): void {
    const { clock } = this.#options;
    const to = from === this.near ? this.far : this.near;
    const at = Math.max(clock.elapsed + this.#delay(), this.#arrivals.get(to) ?? 0, this.#stalledUntil);
    this.#arrivals.set(to, at);
    const packets = this.#onTheWay.get(to) ?? [];
    this.#onTheWay.set(to, packets);
    packets.push(chunk);
    clock.after(at - clock.elapsed, to.host, () => this.#arrive(to, packets));
  }

  ended(end: SocketEnd): void {
    this.carry(end, null);
  }

  /** Both ends notice that the connection is gone, each at its own time; packets on their way are lost. */
  cut(): void {
    this.#isSilent = true;
    for (const end of [this.near, this.far]) {
      const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      this.#options.clock.after(this.#delay(), end.host, () => end.destroy(error));
    }
  }

  /** From now on nothing arrives, and nobody is told. */
  silence(): void {
    this.#isSilent = true;
  }

  /** Nothing arrives for a while; then everything does. */
  stall(ms: number): void {
    this.#stalledUntil = Math.max(this.#stalledUntil, this.#options.clock.elapsed + ms);
  }

  /** A host's process is gone: its computer tells the other end. */
  lost(host: Host): void {
    const other = this.near.host === host ? this.far : this.near;
    const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    this.#options.clock.after(this.#delay(), other.host, () => other.destroy(error));
  }

  #arrive(to: SocketEnd, packets: (Buffer | null)[]): void {
    const { clock } = this.#options;
    const left = this.#stalledUntil - clock.elapsed;
    if (left > 0) {
      clock.after(left, to.host, () => this.#arrive(to, packets));
      return;
    }
    // Whichever timer is first brings the oldest packet.
    const chunk = packets.shift();
    if (chunk !== undefined && !this.#isSilent && !to.destroyed) to.push(chunk);
  }

  #delay(): number {
    const { random, latencyMs } = this.#options;
    return 1 + random.next() * latencyMs();
  }
}

/** As the agent asks of a connection: it gives up an answer that takes longer. */
export const HANDSHAKE_MS = 15_000;

/** A connection that is not opened: refused, or without an answer for ever. */
export function failedConnection(options: WireOptions, isAnswered: boolean): SocketEnd {
  const wire = new Wire(options);
  wire.silence();
  if (isAnswered) {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    options.clock.after(OPENING_MS, options.from, () => wire.near.destroy(error));
  }
  return wire.near;
}
