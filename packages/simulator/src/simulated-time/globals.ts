import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { type SimulatedClock, SimulatedTimer } from './clock.ts';
import type { Random } from './random.ts';

/** What hosts get instead of the computer's own. Code outside of hosts is not affected. */
export interface World {
  readonly clock: SimulatedClock;
  readonly random: Random;
}

const SUBTLE = ['sign', 'verify', 'importKey', 'exportKey', 'digest', 'generateKey', 'deriveBits'] as const;

/**
 * Replaces this process's timers, time of day, random numbers and asynchronous cryptography for code that runs as a
 * host, which includes the libraries that it uses. Called once.
 */
export function replaceGlobals(current: () => World | undefined): void {
  replaceTimers(current);
  replaceTime(current);
  replaceRandom(current);
  replaceCryptography(current);
  syncBuiltinESMExports();
}

function replaceTimers(current: () => World | undefined): void {
  const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, sleep: timers.setTimeout };
  type Callback = (...args: unknown[]) => void;
  const start = (isRepeated: boolean, run: Callback, ms = 1, ...args: unknown[]) => {
    const clock = current()?.clock;
    const host = clock?.host;
    if (!clock || !host) return (isRepeated ? real.setInterval : real.setTimeout)(run, ms, ...args);
    // As Node does with everything that is no number of milliseconds.
    const wait = ms >= 1 && ms <= 2 ** 31 - 1 ? Math.trunc(ms) : 1;
    return clock.after(wait, host, () => run(...args), isRepeated ? wait : undefined);
  };
  const clear = (timer: unknown) => {
    if (timer instanceof SimulatedTimer) current()?.clock.cancel(timer);
    else real.clearTimeout(timer as NodeJS.Timeout | undefined);
  };
  const immediate = (run: Callback, ...args: unknown[]) => {
    const clock = current()?.clock;
    return clock?.host ? clock.immediate(() => run(...args)) : real.setImmediate(run, ...args);
  };
  const sleep: typeof timers.setTimeout = (ms, value, options) => {
    const clock = current()?.clock;
    const host = clock?.host;
    if (!clock || !host) return real.sleep(ms, value, options);
    return new Promise((resolve, reject) => {
      const { signal } = options ?? {};
      const abort = () => {
        clock.cancel(timer);
        reject(new DOMException('The operation was aborted', 'AbortError'));
      };
      const timer = clock.after(ms ?? 1, host, () => {
        signal?.removeEventListener('abort', abort);
        resolve(value as never);
      });
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  };
  Object.assign(globalThis, {
    setTimeout: (run: Callback, ms?: number, ...args: unknown[]) => start(false, run, ms, ...args),
    setInterval: (run: Callback, ms?: number, ...args: unknown[]) => start(true, run, ms, ...args),
    setImmediate: immediate,
    clearTimeout: clear,
    clearInterval: clear,
  });
  Object.assign(timers, { setTimeout: sleep });
}

function replaceTime(current: () => World | undefined): void {
  const RealDate = Date;
  const now = () => {
    const clock = current()?.clock;
    return clock?.host ? clock.timeOf(clock.host) : RealDate.now();
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  const measured = performance.now.bind(performance);
  performance.now = () => {
    const clock = current()?.clock;
    return clock?.host ? clock.elapsed : measured();
  };
}

function replaceRandom(current: () => World | undefined): void {
  const { random } = Math;
  const { randomUUID, randomBytes } = crypto;
  const seeded = () => {
    const world = current();
    return world?.clock.host ? world.random : undefined;
  };
  Math.random = () => seeded()?.next() ?? random();
  const uuid = () => {
    const bytes = seeded()?.bytes(16);
    return bytes ? uuidOf(bytes) : randomUUID();
  };
  Object.assign(crypto, {
    randomUUID: uuid,
    randomBytes: (size: number) => seeded()?.bytes(size) ?? randomBytes(size),
  });
}

/** A UUID of version 4 (RFC 9562). */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function replaceCryptography(current: () => World | undefined): void {
  const prototype: object = Object.getPrototypeOf(crypto.subtle);
  for (const name of SUBTLE) {
    const real = Reflect.get(prototype, name) as (...args: unknown[]) => Promise<unknown>;
    Reflect.set(prototype, name, function replaced(this: unknown, ...args: unknown[]) {
      const clock = current()?.clock;
      return clock?.host ? clock.outside(() => real.apply(this, args)) : real.apply(this, args);
    });
  }
}
