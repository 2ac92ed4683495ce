import { PEER_PING_MS } from '@berth/contract/limits';

/** Time that this page was awake for, in milliseconds. */
export interface AwakeTime {
  readonly now: () => number;
  /** To be called once every `PEER_PING_MS`. */
  readonly beat: () => void;
}

/**
 * Counts no time in which this page was held up: what others said meanwhile is still to be read, and whoever counted the
 * seconds would take all of them for dead at once.
 */
export function createAwakeTime(clock: () => number): AwakeTime {
  let last = clock();
  let asleep = 0;
  return {
    now: () => clock() - asleep,
    beat() {
      const now = clock();
      asleep += Math.max(0, now - last - 2 * PEER_PING_MS);
      last = now;
    },
  };
}
