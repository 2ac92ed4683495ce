import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import {
  type FromMachine,
  GATEWAY_PATH,
  GATEWAY_PROTOCOL,
  MACHINE_TOKEN_TYPE,
  type Reported,
  type ToMachine,
} from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { type JWK, SignJWT } from 'jose';
import { WebSocket } from 'ws';
import { machineIdOf } from '../gateway/token.ts';

/** A machine as the server sees it: a real key pair, and sockets opened with it. */
export interface TestMachine {
  readonly id: MachineId;
  /** The server that its tokens are for: the one that issued its last nonce. */
  audience: string;
  token(nonce: string, claims?: Record<string, unknown>): Promise<string>;
  /** Opens a socket, with optional proxy headers, and authenticates; `welcome` or a close comes next. */
  connect(url: string, reported?: Partial<Reported>, headers?: Readonly<Record<string, string>>): Promise<MachineLink>;
}

/** One socket of a machine. Messages are kept until the test asks for them. */
export interface MachineLink {
  readonly socket: WebSocket;
  send(message: FromMachine | Record<string, unknown>): void;
  /** The next message of this type; skips messages of other types. */
  next<T extends ToMachine['type']>(type: T): Promise<Extract<ToMachine, { type: T }>>;
  /** Received messages that the test has not asked for. */
  readonly waiting: readonly ToMachine[];
  /** The close code. */
  readonly closed: Promise<number>;
  close(): Promise<void>;
}

export const REPORTED: Reported = {
  appliedProfileId: null,
  appliedRevision: null,
  applyError: null,
  status: 'normal',
  uptime: 60,
  agentVersion: '0.0.0-test',
};

export function createMachine(): TestMachine {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' });
  const jwk: JWK = { kty: String(kty), crv: String(crv), x: String(x) };
  const id = machineIdOf(Buffer.from(String(x), 'base64url'));
  const token = (nonce: string, claims: Record<string, unknown> = {}) =>
    sign(privateKey, jwk, { sub: id, nonce, aud: machine.audience, ...claims });
  const machine: TestMachine = {
    id,
    audience: '',
    token,
    async connect(url, reported = {}, headers = {}) {
      const link = await openLink(url, headers);
      // A machine uses the URL it registered at, on any node.
      machine.audience ||= url;
      const { nonce } = await link.next('challenge');
      link.send({
        type: 'authenticate',
        protocol: GATEWAY_PROTOCOL,
        id,
        machineToken: await token(nonce),
        reported: { ...REPORTED, ...reported },
      });
      return link;
    },
  };
  return machine;
}

/** A socket to the gateway before authentication. */
export async function openLink(url: string, headers: Readonly<Record<string, string>> = {}): Promise<MachineLink> {
  const options = { perMessageDeflate: false, headers: { ...headers } };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${GATEWAY_PATH}`, options);
  const waiting: ToMachine[] = [];
  const askers = new Set<() => void>();
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('message', (data) => {
    waiting.push(JSON.parse(String(data)));
    for (const ask of askers) ask();
  });
  closed.then(() => {
    for (const ask of askers) ask();
  });
  await once(socket, 'open');

  return {
    socket,
    waiting,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    next: (type) =>
      new Promise((resolve, reject) => {
        const ask = () => {
          while (waiting.length > 0) {
            const message = waiting.shift();
            if (message?.type !== type) continue;
            askers.delete(ask);
            return resolve(message as Extract<ToMachine, { type: typeof type }>);
          }
          if (socket.readyState === WebSocket.CLOSED) reject(new Error(`closed while waiting for ${type}`));
        };
        askers.add(ask);
        ask();
      }),
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

function sign(key: KeyObject, jwk: JWK, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', typ: MACHINE_TOKEN_TYPE, jwk }).sign(key);
}
