import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  CLOSE,
  type CommandMessage,
  type Desired,
  type FromMachine,
  GATEWAY_PATH,
  GATEWAY_PROTOCOL,
  type MachineTokenClaims,
  type Ticket,
  type ToMachine,
  ticketMessage,
} from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { EmbeddedJWK, jwtVerify } from 'jose';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { machineIdOf } from '../state/identity.ts';

/** A gateway for tests that follows the contract, for one machine at a time; records all messages. */
export class TestGateway {
  readonly received: FromMachine[] = [];
  /** The reply to an authenticated machine: a welcome, or a close code. */
  answer: { desired: Desired } | { close: number };
  connections = 0;
  /** Sent with each welcome. */
  ticket: Ticket | undefined;
  /** Stops replying, as if a cable were cut. */
  silent = false;
  readonly port: number;
  readonly #server: WebSocketServer;
  #socket: WebSocket | null = null;

  private constructor(server: WebSocketServer, answer: TestGateway['answer']) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    this.answer = answer;
    server.on('connection', (socket) => this.#serve(socket));
  }

  static async start(answer: TestGateway['answer'], port = 0): Promise<TestGateway> {
    const server = new WebSocketServer({ host: '127.0.0.1', port, path: GATEWAY_PATH });
    await once(server, 'listening');
    const gateway = new TestGateway(server, answer);
    onTestFinished(() => gateway.stop());
    return gateway;
  }

  get address(): string {
    return `ws://127.0.0.1:${this.port}${GATEWAY_PATH}`;
  }

  send(message: ToMachine): void {
    this.#socket?.send(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.#socket?.send(text);
  }

  command(command: Omit<CommandMessage, 'type' | 'expiresInMs'> & { expiresInMs?: number }): void {
    this.send({ type: 'command', expiresInMs: 60_000, ...command });
  }

  close(code: number): void {
    this.#socket?.close(code);
  }

  of<Type extends FromMachine['type']>(type: Type): Extract<FromMachine, { type: Type }>[] {
    return this.received.filter((message): message is Extract<FromMachine, { type: Type }> => message.type === type);
  }

  async stop(): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #isMine(given: { readonly day: number; readonly proof: string }, nonce: string): boolean {
    const { ticket } = this;
    if (ticket?.day !== given.day) return false;
    const mac = createHmac('sha256', Buffer.from(ticket.secret, 'base64url'));
    return given.proof === mac.update(ticketMessage(`http://127.0.0.1:${this.port}`, nonce)).digest('base64url');
  }

  #serve(socket: WebSocket): void {
    this.connections += 1;
    this.#socket = socket;
    const nonce = `nonce-${this.connections}`;
    this.send({ type: 'challenge', nonce, protocol: GATEWAY_PROTOCOL });
    socket.on('message', async (data) => {
      if (this.silent) return;
      const message = JSON.parse(String(data)) as FromMachine;
      this.received.push(message);
      if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
      if (message.type !== 'authenticate') return;
      if (message.ticket && !this.#isMine(message.ticket, nonce)) return socket.close(CLOSE.badToken);
      if (message.machineToken) await verify(message.id, message.machineToken, nonce);
      if ('close' in this.answer) socket.close(this.answer.close);
      else socket.send(JSON.stringify({ type: 'welcome', ticket: this.ticket, desired: this.answer.desired }));
    });
  }
}

// Like the cloud, checks that the ID derives from the key in the token.
async function verify(machineId: string, token: string, nonce: string): Promise<void> {
  const { payload, protectedHeader } = await jwtVerify<MachineTokenClaims>(token, EmbeddedJWK, {
    algorithms: ['EdDSA'],
  });
  const id = machineIdOf(protectedHeader.jwk?.x ?? '');
  if (payload.nonce !== nonce || payload.sub !== machineId || id !== machineId) throw new Error('bad machine token');
}

type Profile = NonNullable<Desired['profile']>;

/** A desired state with a profile of this definition. */
export function desiredWith(definition: Record<string, unknown>, profile: Partial<Profile> = {}): Desired {
  return {
    organizationId: randomUUID() as OrganizationId,
    organizationName: 'Company',
    machineName: 'Reception',
    deployment: 'vanilla',
    contextRevision: 0,
    context: {},
    profile: { id: randomUUID() as ProfileId, name: 'Office', revision: 1, definition, ...profile },
  };
}

/** A definition with these web apps. */
export function webapps(...items: readonly { display_name: string; url: string; window_title?: string }[]) {
  return { thinhoc: { sessions: { webapp: items.map((item) => ({ window_title: item.display_name, ...item })) } } };
}
