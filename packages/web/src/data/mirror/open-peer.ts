import { readIceServers } from '@berth/contract/api/signaling';
import { CODE_USED_MESSAGE } from '@berth/contract/signaling/peer-messages';
import { Peer } from 'peerjs';
import { call } from '../call.ts';

/** Messages of peers that come for connections which are not there. A connection begins with a few dozen. */
const LOST_MAX = 100;

/** How what we say is packed: as the text that it is. PeerJS' other ways would take in what we have not counted. */
export const SERIALIZATION = 'raw';

export interface PeerOptions {
  /** WebSocket address of the signaling server. */
  readonly signaling: string;
  readonly id: string;
  /** Whoever has it may take the id over: after a reload, or on another connection. */
  readonly token: string;
}

/** Joins a signaling server. Without ICE servers peers still meet where nothing stands between them. */
export async function openPeer({ signaling, id, token }: PeerOptions): Promise<Peer> {
  const ice = await call(readIceServers).catch(() => ({ iceServers: [] }));
  const { hostname, port, protocol, pathname } = new URL(signaling);
  const secure = protocol === 'wss:';
  return new Peer(id, {
    host: hostname,
    port: Number(port) || (secure ? 443 : 80),
    path: pathname,
    secure,
    token,
    debug: 0,
    // The type of the contract is the one of RTCIceServer, but for fields that are not there.
    config: { iceServers: ice.iceServers as RTCIceServer[] },
  });
}

/** Calls `listener` when somebody used the code that leads to this peer. */
export function onCodeUsed(peer: Peer, listener: () => void): void {
  peer.socket.on('message', (message: { readonly type?: string }) => {
    if (message.type === CODE_USED_MESSAGE.type) listener();
  });
}

/** PeerJS keeps messages for connections that it does not know for ever: a hostile peer would fill the page. */
export function forgetLost(peer: Peer): void {
  const lost: unknown = Reflect.get(peer, '_lostMessages');
  if (lost instanceof Map && lost.size > LOST_MAX) lost.clear();
}
