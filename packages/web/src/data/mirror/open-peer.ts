import { readIceServers } from '@berth/contract/api/signaling';
import { PEER_PING_MS } from '@berth/contract/limits';
import type { FromEither, Message } from '@berth/contract/signaling/mirror-messages';
import { CODE_USED_MESSAGE } from '@berth/contract/signaling/peer-messages';
import { type DataConnection, Peer } from 'peerjs';
import { call } from '../call.ts';

/** Maximum messages kept for unknown connections. A connection starts with a few dozen. */
const LOST_MAX = 100;

/** Messages travel as plain text: PeerJS's other formats accept data that the meter has not counted. */
export const SERIALIZATION = 'raw';

/** Messages per second: far more than clicks and pings need. */
const MESSAGES_PER_SECOND_MAX = 50;

/** Label of the data connection for whiteboard strokes; everything else has its own. */
export const BOARD_LABEL = 'board';
export const BOARD_CONNECTION = { label: BOARD_LABEL, serialization: SERIALIZATION, reliable: true } as const;

export interface PeerOptions {
  /** WebSocket address of the signaling server. */
  readonly signaling: string;
  readonly id: string;
  /** Its holder may reclaim the ID after a reload or on another connection. */
  readonly token: string;
}

/** Connects to a signaling server. Without ICE servers only peers on one network can connect. */
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
    // The contract's type is RTCIceServer with fewer fields.
    config: { iceServers: ice.iceServers as RTCIceServer[] },
  });
}

/** Calls `listener` when someone redeems this peer's code. */
export function onCodeUsed(peer: Peer, listener: () => void): void {
  peer.socket.on('message', (message: { readonly type?: string }) => {
    if (message.type === CODE_USED_MESSAGE.type) listener();
  });
}

/** PeerJS never drops messages for unknown connections: a hostile peer could fill the page's memory. */
export function forgetLost(peer: Peer): void {
  const lost: unknown = Reflect.get(peer, '_lostMessages');
  if (lost instanceof Map && lost.size > LOST_MAX) lost.clear();
}

/**
 * The reply to an unknown message. Errors get none, or two peers would reply to each other forever; an unknown prompt
 * is only logged.
 */
export function answerUnknown(message: Message): FromEither | null {
  if (message.type === 'error') return null;
  if (message.type === 'prompt') {
    console.info('A peer asked what has no answer', message.prompt);
    return null;
  }
  return { type: 'error', error: 'unsupported', command: String(message.type).slice(0, 64) };
}

/** Counts messages: false for those above the limit per second. */
export function createMeter(now: () => number): () => boolean {
  let [second, count] = [0, 0];
  return () => {
    const current = Math.floor(now() / 1_000);
    count = current === second ? count + 1 : 1;
    second = current;
    return count <= MESSAGES_PER_SECOND_MAX;
  };
}

/** A data connection as a board channel (board/board-connection.ts). */
export interface BoardPeer {
  readonly send: (text: string) => void;
  readonly waiting: () => number;
  readonly close: () => void;
  readonly listen: (onText: (text: unknown) => void, onClose: () => void) => void;
}

export function boardPeer(data: DataConnection): BoardPeer {
  return {
    send: (text) => {
      if (data.open) void data.send(text);
    },
    waiting: () => data.dataChannel?.bufferedAmount ?? 0,
    close: () => data.close(),
    listen(onText, onClose) {
      data.on('data', onText);
      data.on('close', onClose);
      data.on('error', onClose);
    },
  };
}

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
