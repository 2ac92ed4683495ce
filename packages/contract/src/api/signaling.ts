import Type from 'typebox';
import { MachineIdSchema } from '../ids.ts';
import { endpoint } from './declare.ts';
import { closed, Instant } from './parts.ts';

/** Base path of the signaling servers, followed by their number (1 to 3); they speak the PeerJS protocol. */
export const SIGNALING_PATH = '/signaling';
export const SIGNALING_SERVERS = 3;

/**
 * A one-time code: the first digit names the signaling server, then 8 random hex digits. It resolves to the peer that
 * published it, once, within 10 minutes.
 */
export const OneTimeCode = Type.String({ pattern: '^[1-3][0-9a-f]{8}$' });
export const ONE_TIME_CODE_MS = 600_000;
/** Maximum wrong codes from one address within ONE_TIME_CODE_MS. */
export const ONE_TIME_CODE_MISSES_MAX = 20;

/** PeerJS's format of IDs, at most as long as a UUID needs. */
export const PEER_ID = { pattern: '^[A-Za-z0-9]+(?:[ _\\-][A-Za-z0-9]+)*$', maxLength: 64 } as const;
const PeerId = Type.String(PEER_ID);

/**
 * An ID with this prefix continues with the first `digits` hex digits of SHA-256 over its peer's token: a server assigns
 * it to no other peer, whether it remembers that peer or not.
 */
export const OWNED_PEER_ID = { prefix: 'owned-', digits: 32 } as const;

export const IceServer = closed({
  urls: Type.Array(Type.String()),
  username: Type.Optional(Type.String()),
  credential: Type.Optional(Type.String()),
});
export type IceServer = Type.Static<typeof IceServer>;

export const readIceServers = endpoint('GET /p2p-helper/ice-servers', {
  id: 'signaling.iceServers',
  summary: 'List STUN and TURN servers, with temporary credentials',
  authentication: 'public',
  rate: 'login',
  reply: closed({ iceServers: Type.Array(IceServer), expiresAt: Instant }),
});

/** The peer of a one-time code. */
export const SharePeer = closed({
  /** WebSocket URL of the peer's signaling server. */
  signaling: Type.String(),
  peerId: PeerId,
  machine: closed({ id: MachineIdSchema, name: Type.String() }),
});
export type SharePeer = Type.Static<typeof SharePeer>;

export const readShareCode = endpoint('GET /p2p-helper/share-otc/{otc}', {
  id: 'signaling.readShareCode',
  summary: 'Redeem a one-time code and get the machine it belongs to',
  authentication: 'public',
  rate: 'login',
  params: { otc: OneTimeCode },
  reply: SharePeer,
  errors: ['invalid-code'],
});

export const createShareCode = endpoint('POST /p2p-helper/share-otc/{otc}/{mid}', {
  id: 'signaling.createShareCode',
  summary: "Publish a one-time code for a machine's peer; the machine proves its key as for register",
  changes: false,
  authentication: 'public',
  rate: 'login',
  params: { otc: OneTimeCode, mid: MachineIdSchema },
  body: closed({ machineToken: Type.String({ minLength: 16, maxLength: 2048 }), peerId: PeerId }),
  reply: closed({ expiresAt: Instant }),
  status: 201,
  errors: ['invalid-machine-token', 'not-found', 'share-code-taken'],
});
