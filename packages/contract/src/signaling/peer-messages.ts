import { isTooDeep } from '../rules/nesting.ts';

/**
 * Messages between a peer and its signaling server (PeerJS): JSON objects with type, payload, and sender or recipient.
 */
export interface PeerText {
  readonly type: string;
  readonly payload?: unknown;
  readonly dst?: string;
  readonly src?: string;
}

/** Messages between peers; all others are between a peer and its server. */
const PASSED_ON = new Set(['OFFER', 'ANSWER', 'CANDIDATE', 'LEAVE']);

export type FromPeer = { readonly kind: 'heartbeat' } | { readonly kind: 'pass'; readonly message: PeerText };

/** A message sent by a peer; undefined if invalid. The server sets `src`: no peer can pose as another. */
export function readFromPeer(text: string, src: string): FromPeer | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || !('type' in parsed) || isTooDeep(parsed)) return undefined;
  const { type } = parsed;
  if (type === 'HEARTBEAT') return { kind: 'heartbeat' };
  if (typeof type !== 'string' || !PASSED_ON.has(type)) return undefined;
  const dst = 'dst' in parsed ? parsed.dst : undefined;
  if (typeof dst !== 'string' || dst === '' || dst.length > 64) return undefined;
  const payload = 'payload' in parsed ? parsed.payload : undefined;
  return { kind: 'pass', message: { type, src, dst, payload } };
}

export const OPEN: PeerText = { type: 'OPEN' };
export const ID_TAKEN: PeerText = { type: 'ID-TAKEN', payload: { msg: 'ID is taken' } };
export const INVALID_KEY: PeerText = { type: 'INVALID-KEY', payload: { msg: 'Invalid key provided' } };
export const INVALID_PARAMETERS: PeerText = {
  type: 'ERROR',
  payload: { msg: 'No id, token, or key supplied to websocket server' },
};

/** Sent to a sender whose message could not be delivered in time. */
export function expired(message: PeerText): PeerText {
  return { type: 'EXPIRE', src: message.dst ?? '', dst: message.src ?? '' };
}

/** Extends PeerJS, whose clients ignore unknown messages: this peer's code was redeemed. */
export const CODE_USED_MESSAGE: PeerText = { type: 'BERTH-CODE-USED' };
