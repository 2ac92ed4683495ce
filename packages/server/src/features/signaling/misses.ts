import { ONE_TIME_CODE_MISSES_MAX, ONE_TIME_CODE_MS } from '@berth/contract/api/signaling';
import { ApiError } from '../../http/api-error.ts';
import type { Bus } from '../../platform/bus.ts';
import { network } from '../../platform/network.ts';

const SUBJECTS_MAX = 50_000;

/** Counts wrong codes by the address they came from: 20 of them lock it until the first is 10 minutes old. */
export interface Misses {
  /** Throws 'rate-limited' with Retry-After for an address that is locked, whether its code is right or not. */
  check(address: string): void;
  add(address: string): void;
}

/** A wrong code that another node was asked with. */
const CODE_MISSED = 'signaling.missed';
interface CodeMissed {
  readonly from: string;
}

/** In memory; the nodes tell each other, so that asking them in turn brings nothing. */
export function createMisses(now: () => number, bus: Pick<Bus, 'publish' | 'subscribe'>): Misses {
  const counters = new Map<string, { count: number; readonly endsAt: number }>();
  const current = (from: string) => {
    const counter = counters.get(from);
    return counter && counter.endsAt > now() ? counter : undefined;
  };
  function count(from: string): void {
    const counter = current(from);
    if (counter) counter.count += 1;
    else counters.set(from, { count: 1, endsAt: now() + ONE_TIME_CODE_MS });
    const oldest = counters.size > SUBJECTS_MAX ? counters.keys().next().value : undefined;
    if (oldest !== undefined) counters.delete(oldest);
  }
  bus.subscribe(CODE_MISSED, (message) => count((message as CodeMissed).from), 'elsewhere');
  return {
    check(address) {
      const counter = current(network(address));
      if (!counter || counter.count < ONE_TIME_CODE_MISSES_MAX) return;
      const seconds = Math.max(1, Math.ceil((counter.endsAt - now()) / 1_000));
      throw new ApiError('rate-limited', 'Too many wrong codes. Try again later.', undefined, {
        'retry-after': String(seconds),
      });
    },
    add(address) {
      const from = network(address);
      count(from);
      bus.publish(CODE_MISSED, { from } satisfies CodeMissed);
    },
  };
}
