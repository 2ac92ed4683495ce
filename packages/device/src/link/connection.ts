import { createHmac } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AuditHead,
  CLOSE,
  type CommandMessage,
  type Desired,
  type FromMachine,
  GATEWAY_DEAD_MS,
  GATEWAY_PATH,
  GATEWAY_PING_MS,
  GATEWAY_PROTOCOL,
  RECONNECT_BASE_MS,
  RECONNECT_CAP_MS,
  type Reported,
  type Ticket,
  ToMachine,
  ticketMessage,
} from '@berth/contract/device/messages';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { isTooDeep } from '@berth/contract/rules/nesting';
import { type RawData, WebSocket } from 'ws';
import type { Identity } from '../state/identity.ts';
import { type Check, tolerantChecker } from '../state/schema.ts';
import type { Log } from '../system/log.ts';
import { machineToken, serverOf } from './registration.ts';

interface ConnectionOptions {
  readonly identity: Identity;
  readonly reported: () => Reported;
  /** The ticket from an earlier connection, used instead of a token. */
  readonly ticket: Ticket | undefined;
  readonly onTicket: (ticket: Ticket) => void;
  readonly onWelcome: (desired: Desired, audit: AuditHead | undefined) => void;
  readonly onDesired: (desired: Desired) => void;
  readonly onCommand: (command: CommandMessage) => void;
  readonly onFrameRequest: () => void;
  /** Machines of the same network are to wake up, by their hardware addresses. */
  readonly onWakeOthers: (macs: readonly string[]) => void;
  readonly onPressRefused: (refusal: Extract<ToMachine, { type: 'press-refused' }>) => void;
  readonly log: Log;
  readonly pingMs?: number | undefined;
  readonly deadMs?: number | undefined;
  readonly connect?: CloudConnect | undefined;
}

/** Opens a socket to the gateway instead of the default network. */
export type CloudConnect = () => Duplex;

type Told = () => void;
type Authenticate = Extract<FromMachine, { type: 'authenticate' }>;

/** Close code of a lost connection: the network or the cloud went away. */
const LOST = 1006;
const HANDSHAKE_MS = 15_000;

/** One WebSocket to the gateway, from opening to its end (contract device/messages). */
export class Connection {
  readonly ended: Promise<Ending>;
  readonly #socket: WebSocket;
  readonly #options: ConnectionOptions;
  readonly #server: string;
  readonly #heartbeat: NodeJS.Timeout;
  #heard = performance.now();
  #welcomed = false;
  /** Delivery callbacks of messages sent since the last ping, and of those before each unanswered ping. */
  #sinceLastPing: Told[] = [];
  readonly #unanswered: Told[][] = [];

  constructor(address: string, options: ConnectionOptions) {
    this.#options = options;
    this.#server = serverOf(address, GATEWAY_PATH);
    // Compression costs 80 kB per socket, and the profile's images are compressed already.
    this.#socket = new WebSocket(address, {
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: 2 * PROFILE_BYTES_MAX,
      ...(options.connect && { createConnection: options.connect }),
    });
    let error: string | undefined;
    this.#socket.on('error', ({ message }) => {
      error = message;
    });
    this.ended = new Promise((resolve) => {
      this.#socket.on('close', (code) => resolve({ code, welcomed: this.#welcomed, ...(error && { error }) }));
    });
    this.#socket.on('message', (data, binary) => this.#receive(data, binary));
    this.#heartbeat = setInterval(() => this.#beat(), options.pingMs ?? GATEWAY_PING_MS);
    void this.ended.then(() => clearInterval(this.#heartbeat));
  }

  get welcomed(): boolean {
    return this.#welcomed;
  }

  /**
   * Sends a message; returns false if the cloud has not welcomed this connection. A sent message can be lost with the
   * connection: `arrived` is called once the cloud has processed it, which the reply to a later ping confirms.
   */
  send(message: FromMachine, arrived?: Told): boolean {
    if (!this.#welcomed || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    if (arrived) this.#sinceLastPing.push(arrived);
    return true;
  }

  /** Closes the connection; a peer that does not complete the closing handshake is disconnected. */
  close(): void {
    this.#socket.close(1000);
    setTimeout(() => this.#socket.terminate(), 500).unref();
  }

  #receive(data: RawData, binary: boolean): void {
    this.#heard = performance.now();
    const read = binary ? { refused: 'binary message' } : readMessage(String(data));
    if ('message' in read) this.#take(read.message);
    else this.#options.log.warn({ reason: read.refused }, 'message of the cloud left out');
  }

  #take(message: ToMachine): void {
    switch (message.type) {
      case 'challenge':
        void this.#authenticate(message.nonce, message.protocol);
        break;
      case 'welcome':
        this.#welcomed = true;
        if (message.ticket) this.#options.onTicket(message.ticket);
        this.#options.onWelcome(message.desired, message.audit);
        break;
      case 'desired':
        this.#options.onDesired(message.desired);
        break;
      case 'command':
        this.#options.onCommand(message);
        break;
      case 'press-refused':
        this.#options.onPressRefused(message);
        break;
      case 'capture-screen':
        this.#options.onFrameRequest();
        break;
      case 'wake-others':
        this.#options.onWakeOthers(message.macs);
        break;
      case 'pong':
        if (message.ticket) this.#options.onTicket(message.ticket);
        for (const arrived of this.#unanswered.shift() ?? []) arrived();
        break;
    }
  }

  async #authenticate(nonce: string, protocol: number): Promise<void> {
    const { identity, reported, log } = this.#options;
    if (protocol !== GATEWAY_PROTOCOL) {
      log.error(
        { protocol },
        'the cloud speaks another version of the protocol; the agent or the cloud needs an update',
      );
      return this.#socket.close(CLOSE.badMessage);
    }
    const proof = await this.#proof(nonce);
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const message: FromMachine = {
      type: 'authenticate',
      protocol: GATEWAY_PROTOCOL,
      id: identity.id,
      ...proof,
      reported: reported(),
    };
    this.#socket.send(JSON.stringify(message));
  }

  async #proof(nonce: string): Promise<Pick<Authenticate, 'machineToken' | 'ticket'>> {
    const { identity, ticket } = this.#options;
    if (!ticket) return { machineToken: await machineToken(identity, nonce, this.#server) };
    const mac = createHmac('sha256', Buffer.from(ticket.secret, 'base64url'));
    return { ticket: { day: ticket.day, proof: mac.update(ticketMessage(this.#server, nonce)).digest('base64url') } };
  }

  #beat(): void {
    if (performance.now() - this.#heard > (this.#options.deadMs ?? GATEWAY_DEAD_MS)) {
      this.#options.log.warn({}, 'no word from the cloud: connection given up');
      this.#socket.terminate();
    } else if (this.send({ type: 'ping' })) {
      this.#unanswered.push(this.#sinceLastPing);
      this.#sinceLastPing = [];
    }
  }
}

/** Result of a connection that never opened. */
export const notOpened = (error?: unknown): Ending => ({
  code: LOST,
  welcomed: false,
  ...(error !== undefined && { error: error instanceof Error ? error.message : String(error) }),
});

const checks: ReadonlyMap<unknown, Check> = new Map(
  ToMachine.anyOf.map((schema) => [schema.properties.type.const, tolerantChecker(schema)]),
);

/** Characters of an unknown message's name in the log. */
const NAME_SHOWN = 40;

/** Parses a message of the cloud, or returns why it is invalid. Accepts unknown fields of a newer cloud. */
function readMessage(text: string): { message: ToMachine } | { refused: string } {
  const value = parse(text);
  // An object may have no text form.
  const type = typeof value?.type === 'string' ? value.type : 'without a type';
  const check = checks.get(type);
  if (!check) return { refused: `unknown message ${type.slice(0, NAME_SHOWN)}` };
  const fault = check(value)[0];
  if (fault) return { refused: `${type}${fault.instancePath} ${fault.message}` };
  return { message: value as ToMachine };
}

function parse(text: string): { readonly type?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !isTooDeep(value) ? value : null;
  } catch {
    return null;
  }
}

/** How a connection ended: its close code, and whether the cloud had welcomed the machine. */
export interface Ending {
  readonly code: number;
  readonly welcomed: boolean;
  /** What went wrong on the way to the cloud. */
  readonly error?: string;
}

/** Retry interval of an unregistered machine; the wizard reconnects right after the registration. */
const UNREGISTERED_RETRY_MS = 15_000;
/** Retry interval when two machines share a key and replace each other: slow, but recovers without help. */
const REPLACED_RETRY_MS = 120_000;
/** Retry interval if the cloud refuses this agent's messages: one of the two needs an update. */
const REFUSED_RETRY_MS = 60_000;

const STEADY: Readonly<Record<number, number>> = {
  [CLOSE.notRegistered]: UNREGISTERED_RETRY_MS,
  [CLOSE.removed]: UNREGISTERED_RETRY_MS,
  [CLOSE.replaced]: REPLACED_RETRY_MS,
  [CLOSE.badToken]: REFUSED_RETRY_MS,
  [CLOSE.badMessage]: REFUSED_RETRY_MS,
};

/**
 * Milliseconds until the next attempt. With full jitter (contract): uniformly from 0 to base * 2^attempt, at most the
 * cap. If a quick retry is pointless: half to all of a fixed interval.
 */
export function reconnectDelay(ending: Ending, attempt: number, random: () => number): number {
  const steady = STEADY[ending.code];
  if (steady !== undefined) return steady * (0.5 + random() / 2);
  return random() * Math.min(RECONNECT_CAP_MS, RECONNECT_BASE_MS * 2 ** Math.min(attempt, 16));
}

/** Waits this many milliseconds. An abort ends the wait without an error. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => {});
}
