import { PEER_PING_MS } from '@berth/contract/limits';

/** Milliseconds during which this page was running. */
export interface AwakeTime {
  readonly now: () => number;
  /** Call once every `PEER_PING_MS`. */
  readonly beat: () => void;
}

/**
 * Excludes time in which this page was blocked: messages of others are still queued, and counting that time would drop
 * all peers at once.
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

/** A page blocked for longer is useless. */
const HELD_UP_MS = 30_000;

/** Tells whether a peer's computer still responds. */
type Way = Pick<RTCPeerConnection, 'connectionState'>;

/**
 * Whether a silent peer is only blocked: on a busy computer a page can freeze for seconds while its network stack still
 * responds. Dropping it would give that computer even more work.
 */
export function isHeldUp(silentMs: number, way: Way | null | undefined): boolean {
  return way?.connectionState === 'connected' && silentMs <= HELD_UP_MS;
}
