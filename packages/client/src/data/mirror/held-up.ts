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
