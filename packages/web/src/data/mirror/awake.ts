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

/** A page that is held up for longer is of no use to anybody. */
const HELD_UP_MS = 30_000;

/** What tells whether a peer's computer still answers. */
type Way = Pick<RTCPeerConnection, 'connectionState'>;

/**
 * Whether a peer that said nothing for so long is only held up: on a busy computer a page stands still for seconds while
 * its network still answers for it. Whoever dropped it would give that computer even more to do.
 */
export function isHeldUp(silentMs: number, way: Way | null | undefined): boolean {
  return way?.connectionState === 'connected' && silentMs <= HELD_UP_MS;
}
