import { OWNED_PEER_ID } from '@berth/contract/api/signaling';
import type { MirrorHostIdentity } from '@berth/contract/bridge/screen';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { forgetLost, onCodeUsed, openPeer } from '@berth/web/data/mirror/open-peer.ts';
import { hexOf, randomHex } from '@berth/web/lib/random-hex.ts';
import type { DataConnection, MediaConnection } from 'peerjs';
import type { Bridge } from '../bridge/bridge.ts';
import { type Codes, keepCode } from './codes.ts';

/** Entry point for guests: the machine's peer at its signaling server, and the codes that lead to it. */
export interface HostPeer {
  readonly codes: Codes;
  /** Drops messages for unknown connections. */
  readonly tidy: () => void;
  readonly close: () => void;
}

interface HostPeerOptions {
  readonly bridge: Bridge;
  /** URLs of the three signaling servers. */
  readonly signaling: readonly string[];
  readonly identity: MirrorHostIdentity;
  readonly onData: (data: DataConnection) => void;
  readonly onCall: (call: MediaConnection) => void;
  /** null while there is no code. */
  readonly onCode: (code: string | null) => void;
  /** Another peer has this identity at the signaling server: it was closed here, codes no longer lead here. */
  readonly onTaken: () => void;
}

export async function openHostPeer(options: HostPeerOptions): Promise<HostPeer> {
  const { bridge, signaling, identity, onCode } = options;
  const { token, server } = identity;
  const peerId = await peerIdOf(identity);
  const peer = await openPeer({ signaling: signaling[server - 1] ?? '', id: peerId, token });
  const codes = keepCode(bridge, { peerId, server }, onCode);
  const close = () => {
    codes.stop();
    peer.destroy();
  };
  peer.on('connection', options.onData);
  peer.on('call', options.onCall);
  // Guests stay while signaling is down; only new ones need it.
  peer.on('disconnected', () => setTimeout(() => peer.destroyed || peer.reconnect(), RECONNECT_WAIT_MS));
  peer.on('error', ({ type }) => {
    console.warn('Mirroring', type);
    if (type !== 'unavailable-id') return;
    close();
    options.onTaken();
  });
  onCodeUsed(peer, () => codes.renew());
  return { codes, tidy: () => forgetLost(peer), close };
}

const SERVERS = 3;

/** A new identity at a random server. */
export function newIdentity(): MirrorHostIdentity {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return { token: randomHex(16), server: 1 + (random % SERVERS), known: [] };
}

/** The peer ID for guests: signaling servers give this ID only to the holder of the token. */
export async function peerIdOf({ token }: MirrorHostIdentity): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `${OWNED_PEER_ID.prefix}${hexOf(new Uint8Array(hash)).slice(0, OWNED_PEER_ID.digits)}`;
}
