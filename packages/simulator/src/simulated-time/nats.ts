import type { NatsLink } from '@berth/server/testing/simulation/node';
import type { Host, SimulatedClock } from './clock.ts';
import type { Random } from './random.ts';

const SEND_MS = 20;
/** A connection that is gone is noticed after so long at most, and then opened again within half a second. */
const NOTICED_MS = 10_000;
const RECONNECT_MS = 500;

type Subscriber = Parameters<NatsLink['subscribe']>[1]['callback'];
type Status = { readonly type: string };

/** The NATS server between the nodes: keeps nothing, and loses what is sent over a broken connection. */
export class SimulatedNats {
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  readonly #links = new Set<Link>();

  constructor(clock: SimulatedClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  open(host: Host): NatsLink {
    const link = new Link(host, this.#clock, this.#random, (subject, payload) => {
      for (const other of this.#links) if (other !== link) other.deliver(subject, payload);
    });
    this.#links.add(link);
    return link;
  }

  /** Breaks the connection of a node for a while. */
  interrupt(host: Host, ms: number): void {
    for (const link of this.#links) if (link.host === host && host.isAlive) link.interrupt(ms);
  }
}

class Link implements NatsLink {
  readonly host: Host;
  readonly #clock: SimulatedClock;
  readonly #random: Random;
  readonly #broadcast: (subject: string, payload: Buffer) => void;
  readonly #subscribers = new Map<Subscriber, string>();
  readonly #told: Status[] = [];
  #wake: (() => void) | undefined;
  #isDown = false;
  #isClosed = false;
  #sent = 0;
  #received = 0;

  constructor(
    host: Host,
    clock: SimulatedClock,
    random: Random,
    broadcast: (subject: string, payload: Buffer) => void,
  ) {
    this.host = host;
    this.#clock = clock;
    this.#random = random;
    this.#broadcast = broadcast;
  }

  publish(subject: string, payload: string | Uint8Array): void {
    if (this.#isClosed) return;
    const bytes = Buffer.from(payload);
    this.#sent = this.#later(this.#sent, NETWORK, () => {
      if (!this.#isDown) this.#broadcast(subject, bytes);
    });
  }

  deliver(subject: string, payload: Buffer): void {
    if (this.#isDown || this.#isClosed) return;
    this.#received = this.#later(this.#received, this.host, () => {
      if (this.#isDown) return;
      const message = { subject, data: payload, json: () => JSON.parse(String(payload)) as unknown };
      for (const [callback, pattern] of this.#subscribers) if (matches(pattern, subject)) callback(null, message);
    });
  }

  subscribe(subject: string, { callback }: { readonly callback: Subscriber }): { unsubscribe(): void } {
    this.#subscribers.set(callback, subject);
    return { unsubscribe: () => void this.#subscribers.delete(callback) };
  }

  flush(): Promise<void> {
    return this.#clock.sleep(SEND_MS, this.host);
  }

  async *status(): AsyncGenerator<Status> {
    while (!this.#isClosed) {
      const next = this.#told.shift();
      if (next) yield next;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake?.();
  }

  interrupt(ms: number): void {
    if (this.#isDown) return;
    this.#isDown = true;
    const noticed = Math.min(ms, this.#random.next() * NOTICED_MS);
    this.#clock.after(noticed, this.host, () => this.#tell('disconnect'));
    this.#clock.after(ms + this.#random.next() * RECONNECT_MS, this.host, () => {
      this.#isDown = false;
      this.#tell('reconnect');
    });
  }

  #tell(type: string): void {
    this.#told.push({ type });
    this.#wake?.();
  }

  /** Keeps the order of one direction; returns when it happens. */
  #later(after: number, host: Host, act: () => void): number {
    const at = Math.max(after, this.#clock.elapsed + 1 + this.#random.next() * SEND_MS);
    this.#clock.after(at - this.#clock.elapsed, host, act);
    return at;
  }
}

/** What is on its way does not depend on who sent it. */
const NETWORK: Host = { name: 'network', isAlive: true, offsetMs: 0 };

function matches(pattern: string, subject: string): boolean {
  return pattern.endsWith('.>') ? subject.startsWith(pattern.slice(0, -1)) : pattern === subject;
}
