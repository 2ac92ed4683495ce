/** Messages between nodes that connect peers across nodes. */

/** A peer came; a node whose peer has or lately had its id under another token refuses it. */
export const PEER_JOINED = 'signaling.joined';
export interface PeerJoined {
  readonly address: string;
  /** Tells this joining from all others. */
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

/** A message for a peer that is not on the sender's node. */
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

/** Somebody used the code that leads to a peer. */
export const CODE_USED = 'signaling.code-used';
export interface CodeUsed {
  readonly server: number;
  readonly peerId: string;
}

/** Ids are apart by signaling server. */
export function addressOf(server: number, peerId: string): string {
  return `${server}/${peerId}`;
}
