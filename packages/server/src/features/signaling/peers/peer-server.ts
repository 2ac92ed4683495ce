import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { OWNED_PEER_ID, PEER_ID, SIGNALING_PATH, SIGNALING_SERVERS } from '@berth/contract/api/signaling';
import * as messages from '@berth/contract/signaling/peer-messages';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { AddressSlots } from '../../../platform/address-slots.ts';
import type { ForwardedFor } from '../../../platform/addresses.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createPeers } from './peers.ts';
import { PeerSocket } from './socket.ts';
import { addressOf } from './topics.ts';

/** An offer with many candidates takes about 10 kB. */
const FRAME_BYTES_MAX = 64 * 1024;
/** Maximum number of peers per node. */
const PEERS_MAX = 20_000;
const SWEEP_MS = 10_000;
const ROUTE = new RegExp(`^${SIGNALING_PATH}/([1-${SIGNALING_SERVERS}])/peerjs/?$`);
const PEER_ID_PATTERN = new RegExp(PEER_ID.pattern);
const TOKEN_LENGTH_MAX = 128;

/** The signaling server, compatible with the unmodified `peerjs` client. */
export interface PeerServer {
  /** Takes a WebSocket upgrade; returns false if it is not for a signaling server. */
  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): boolean;
  /** Returns IDs for clients without one. */
  serve(http: FastifyInstance): void;
  stop(): Promise<void>;
}

interface PeerServerDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly forwardedFor: ForwardedFor;
  /** Maximum number of peers; the default unless for tests. */
  readonly peersMax?: number;
}

export function createPeerServer({ bus, clock, forwardedFor, peersMax = PEERS_MAX }: PeerServerDeps): PeerServer {
  const peers = createPeers(bus);
  const slots = new AddressSlots(peersMax);
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false });
  const sweep = setInterval(() => peers.closeSilent(clock.now()), SWEEP_MS).unref();

  function accept(ws: WebSocket, number: number, query: URLSearchParams, from: string): void {
    ws.on('error', () => ws.terminate());
    const knock = readKnock(query);
    const socket =
      'id' in knock &&
      new PeerSocket(ws, { address: addressOf(number, knock.id), owner: knock.owner, from }, clock.now());
    if (!socket || !peers.join(socket, clock.now())) {
      ws.send(JSON.stringify('refusal' in knock ? knock.refusal : messages.ID_TAKEN));
      ws.close();
      return;
    }
    ws.on('message', (data, isBinary) => {
      const read = isBinary ? undefined : messages.readFromPeer(String(data), knock.id);
      if (!read || !socket.hear(clock.now())) socket.close();
      else if (read.kind === 'pass') peers.pass(number, read.message);
    });
    ws.on('close', () => peers.leave(socket, clock.now()));
    socket.send(messages.OPEN);
  }

  return {
    upgrade(request, stream, head) {
      const [path = '', query] = (request.url ?? '').split('?', 2);
      const [, number] = ROUTE.exec(path) ?? [];
      if (number === undefined) return false;
      const from = forwardedFor(request) ?? request.socket.remoteAddress ?? '';
      const countedAs = slots.enter(from);
      if (countedAs === undefined) stream.destroy();
      else {
        stream.once('close', () => slots.leave(countedAs));
        server.handleUpgrade(request, stream, head, (ws) =>
          accept(ws, Number(number), new URLSearchParams(query), from),
        );
      }
      return true;
    },
    serve(http) {
      http.get(`${SIGNALING_PATH}/:number/:key/id`, (_request, reply) =>
        reply
          .type('text/plain; charset=utf-8')
          .header('access-control-allow-origin', '*')
          .header('cache-control', 'no-store')
          .send(randomUUID()),
      );
    },
    async stop() {
      clearInterval(sweep);
      peers.stop();
      for (const ws of server.clients) ws.terminate();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** The client's parameters in the address; `owner` is the hash of the token that owns its ID. */
function readKnock(
  query: URLSearchParams,
): { readonly id: string; readonly owner: string } | { readonly refusal: messages.PeerText } {
  const [id = '', token = '', key = ''] = ['id', 'token', 'key'].map((name) => query.get(name) ?? '');
  const isWhole = PEER_ID_PATTERN.test(id) && id.length <= PEER_ID.maxLength && token !== '' && key !== '';
  if (!isWhole || token.length > TOKEN_LENGTH_MAX) return { refusal: messages.INVALID_PARAMETERS };
  if (key !== 'peerjs') return { refusal: messages.INVALID_KEY };
  const hash = createHash('sha256').update(token).digest();
  const { prefix, digits } = OWNED_PEER_ID;
  const isAnothers = id.startsWith(prefix) && id !== prefix + hash.toString('hex').slice(0, digits);
  return isAnothers ? { refusal: messages.ID_TAKEN } : { id, owner: hash.toString('base64url') };
}
