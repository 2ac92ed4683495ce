import { AsyncLocalStorage } from 'node:async_hooks';

/** A computer or person of the simulation. What it started ends with it, without a word, when it is no longer alive. */
export interface Host {
  readonly name: string;
  isAlive: boolean;
  /** How far its time of day is off, in milliseconds. */
  offsetMs: number;
}

/** A simulated timer, with the methods of Node's. */
export class SimulatedTimer {
  at: number;
  readonly host: Host;
  readonly run: () => void;
  readonly everyMs: number | undefined;
  readonly #refreshed: (timer: SimulatedTimer) => void;
  /** Position among timers of one instant; undefined once it is over. */
  order: number | undefined;

  constructor(
    host: Host,
    run: () => void,
    times: { readonly at: number; readonly everyMs: number | undefined },
    refreshed: (timer: SimulatedTimer) => void,
  ) {
    this.host = host;
    this.run = run;
    this.at = times.at;
    this.everyMs = times.everyMs;
    this.#refreshed = refreshed;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  refresh(): this {
    this.#refreshed(this);
    return this;
  }
}

const realImmediate = setImmediate;
const turn = () => new Promise<void>((resolve) => realImmediate(resolve));

/** The instant at which every simulation starts. */
const EPOCH = Date.UTC(2030, 0, 7, 8);

/**
 * The time of a simulation. It stands still while anything works, and then jumps to the next timer, so that a run takes
 * the same steps on a busy computer as on an idle one.
 */
export class SimulatedClock {
  readonly #hosts = new AsyncLocalStorage<Host>();
  #elapsed = 0;
  #orders = 0;
  readonly #timers: SimulatedTimer[] = [];
  #outside: Promise<unknown> = Promise.resolve();
  #outsideCount = 0;
  #immediates = 0;
  #steps = 0;

  /** The host whose code runs now; undefined outside of the simulation. */
  get host(): Host | undefined {
    return this.#hosts.getStore();
  }

  /** Milliseconds since the start. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** How many timers ran: equal for equal runs. */
  get steps(): number {
    return this.#steps;
  }

  /** The time of day of a host, in milliseconds since 1970. */
  timeOf(host: Host): number {
    return Math.floor(EPOCH + this.#elapsed + host.offsetMs);
  }

  /** The time of day without any error. */
  get time(): number {
    return Math.floor(EPOCH + this.#elapsed);
  }

  as<Result>(host: Host, run: () => Result): Result {
    return this.#hosts.run(host, run);
  }

  after(ms: number, host: Host, run: () => void, everyMs?: number): SimulatedTimer {
    const timer = new SimulatedTimer(host, run, { at: this.#elapsed + Math.max(0, ms), everyMs }, (again) => {
      if (again.order === undefined) return;
      this.#remove(again);
      again.at = this.#elapsed + Math.max(0, ms);
      this.#insert(again);
    });
    this.#insert(timer);
    return timer;
  }

  sleep(ms: number, host: Host): Promise<void> {
    return new Promise((resolve) => this.after(ms, host, resolve));
  }

  cancel(timer: SimulatedTimer): void {
    if (timer.order !== undefined) this.#remove(timer);
  }

  /** Runs work of real time, such as a statement of the database: one after the other, in the order of the calls. */
  outside<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#outsideCount += 1;
    const result = this.#outside.then(turn).then(() => this.#hosts.exit(work));
    this.#outside = result.then(
      () => this.#outsideEnded(),
      () => this.#outsideEnded(),
    );
    return result;
  }

  immediate(run: () => void): void {
    this.#immediates += 1;
    realImmediate(() => {
      this.#immediates -= 1;
      run();
    });
  }

  /** Lets time pass until so many milliseconds since the start, or until nothing is left to happen. */
  async runUntil(elapsed: number, isDone: () => boolean = () => false): Promise<void> {
    for (;;) {
      await this.#settle();
      const timer = this.#timers[0];
      if (isDone()) return;
      if (!timer || timer.at > elapsed) break;
      this.#remove(timer);
      this.#elapsed = timer.at;
      if (!timer.host.isAlive) continue;
      if (timer.everyMs !== undefined) {
        timer.at += Math.max(1, timer.everyMs);
        this.#insert(timer);
      }
      this.#steps += 1;
      this.as(timer.host, timer.run);
    }
    this.#elapsed = Math.max(this.#elapsed, elapsed);
  }

  /** Waits in real time until nothing works any more. */
  async #settle(): Promise<void> {
    await turn();
    while (this.#immediates > 0 || this.#outsideCount > 0) {
      while (this.#outsideCount > 0) await this.#outside;
      // What a result leads to comes first: however long the result took in real time, the next timer is later.
      await turn();
    }
  }

  #outsideEnded(): void {
    this.#outsideCount -= 1;
  }

  #insert(timer: SimulatedTimer): void {
    timer.order = this.#orders;
    this.#orders += 1;
    this.#timers.splice(this.#place(timer), 0, timer);
  }

  #remove(timer: SimulatedTimer): void {
    this.#timers.splice(this.#place(timer), 1);
    timer.order = undefined;
  }

  /** The index of a timer in the list, which is sorted by instant and order. */
  #place({ at, order = 0 }: SimulatedTimer): number {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#timers[middle];
      if (other && (other.at < at || (other.at === at && (other.order ?? 0) < order))) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
