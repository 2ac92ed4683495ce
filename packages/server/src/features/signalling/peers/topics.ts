/** What nodes tell each other so that peers on any two of them meet. */

/** A peer came; a node whose peer has or lately had its id under another token refuses it. */
export const PEER_JOINED = 'signalling.joined';
export interface PeerJoined {
  readonly address: string;
  /** Tells this joining from all others. */
  readonly socket: string;
  /** SHA-256 of the peer's token. */
  readonly owner: string;
  /** When, in milliseconds since the epoch. */
  readonly at: number;
}

export const PEER_REFUSED = 'signalling.refused';
export interface PeerRefused {
  readonly socket: string;
}

/** A message for a peer that is not on the sender's node. */
export const PEER_MESSAGE = 'signalling.message';
export interface PeerMessage {
  readonly id: string;
  readonly address: string;
  readonly text: string;
}

export const PEER_DELIVERED = 'signalling.delivered';
export interface PeerDelivered {
  readonly id: string;
}

/** Somebody used the code that leads to a peer. */
export const CODE_USED = 'signalling.code-used';
export interface CodeUsed {
  readonly server: number;
  readonly peerId: string;
}

/** Ids are apart by signalling server. */
export function addressOf(server: number, peerId: string): string {
  return `${server}/${peerId}`;
}
