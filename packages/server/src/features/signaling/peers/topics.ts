/** Messages between nodes that connect peers across nodes. */

/** A peer connected; a node whose peer has or recently had its ID under another token rejects it. */
export const PEER_JOINED = 'signaling.joined';
export interface PeerJoined {
  readonly address: string;
  /** Identifies this connection attempt. */
  readonly socket: string;
  /** SHA-256 of the peer's token. */
  readonly owner: string;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
}

export const PEER_REFUSED = 'signaling.refused';
export interface PeerRefused {
  readonly socket: string;
}

/** A message for a peer on another node. */
export const PEER_MESSAGE = 'signaling.message';
export interface PeerMessage {
  readonly id: string;
  readonly address: string;
  readonly text: string;
}

export const PEER_DELIVERED = 'signaling.delivered';
export interface PeerDelivered {
  readonly id: string;
}

/** A peer's one-time code was redeemed. */
export const CODE_USED = 'signaling.code-used';
export interface CodeUsed {
  readonly server: number;
  readonly peerId: string;
}

/** IDs are unique per signaling server. */
export function addressOf(server: number, peerId: string): string {
  return `${server}/${peerId}`;
}
