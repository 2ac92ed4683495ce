import { CLOSE, type FromMachine, GATEWAY_PROTOCOL } from '@berth/contract/device/messages';
import { GATEWAY_FRAME_BYTES_MAX } from '@berth/contract/limits';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { traceWork } from '../platform/jobs.ts';
import { Connection, type ConnectionDeps, type Opened } from './connection.ts';
import { admit, challengeNonce } from './handshake.ts';
import type { MachineSocket } from './machine-socket.ts';
import { parseMessage } from './messages.ts';

/** The dependencies that all sessions share. */
export interface SocketSessionDeps {
  readonly connectionDeps: ConnectionDeps;
  /** The server's public URL, which machine tokens must be issued for. */
  readonly audience: string;
  readonly authenticateMs: number;
  /** Called when the machine has authenticated, or has left before. */
  readonly known: (countedAs: string) => void;
  readonly admitted: (connection: Connection) => void;
  /** The WebSocket closed, authenticated or not. */
  readonly ended: (ws: MachineWebSocket) => void;
  readonly left: (connection: Connection, code: number) => void;
  readonly failed: (error: unknown, connection: Connection | undefined) => void;
  readonly broken: (error: Error) => void;
}

/** A WebSocket that calls its session directly, because listeners would cost a table per machine. */
export class MachineWebSocket extends WebSocket {
  session: SocketSession | undefined = undefined;

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    const { session } = this;
    if (!session) return super.emit(event, ...args);
    // The events' arguments in ws.
    switch (event) {
      case 'message':
        session.heard(args[0] as RawData, args[1] === true);
        return true;
      case 'ping':
        session.pinged(args[0] as Buffer);
        return true;
      case 'error':
        session.erred(args[0] as Error);
        return true;
      case 'close':
        session.ended(Number(args[0]));
    }
    return super.emit(event, ...args);
  }
}

/** Accepts WebSockets that are handed over; it does not listen itself. */
export function createSocketServer() {
  return new WebSocketServer({
    noServer: true,
    maxPayload: GATEWAY_FRAME_BYTES_MAX,
    perMessageDeflate: false,
    // Both options would cost functions per socket; the gateway's set of sockets and the session do without.
    clientTracking: false,
    autoPong: false,
    WebSocket: MachineWebSocket,
  });
}

/** A connection that has not authenticated yet. */
interface PendingLogin {
  readonly nonce: string;
  readonly timer: NodeJS.Timeout;
  readonly opened: Opened;
  /** The address it is counted under until it authenticates. */
  readonly countedAs: string;
}

/** A WebSocket of the gateway from upgrade to close. Fleets open thousands, so it uses little memory. */
export class SocketSession {
  readonly #ws: MachineWebSocket;
  readonly #socket: MachineSocket;
  readonly #socketDeps: SocketSessionDeps;
  #pending: PendingLogin | undefined;
  #connection: Connection | undefined;
  #isAuthenticating = false;
  /** Undefined while no work is pending. */
  #work: Promise<void> | undefined;

  constructor(
    ws: MachineWebSocket,
    socket: MachineSocket,
    { socketDeps, countedAs }: { readonly socketDeps: SocketSessionDeps; readonly countedAs: string },
  ) {
    this.#ws = ws;
    this.#socket = socket;
    this.#socketDeps = socketDeps;
    const opened = { at: socketDeps.connectionDeps.now(), elapsed: performance.now() };
    const nonce = challengeNonce();
    // Lets a busy node read pending messages first; a slow machine can reconnect soon.
    const timer = setTimeout(() => setImmediate(() => this.#giveUp()), socketDeps.authenticateMs);
    this.#pending = { nonce, timer, opened, countedAs };
    ws.session = this;
    socket.send({ type: 'challenge', nonce, protocol: GATEWAY_PROTOCOL });
  }

  heard(data: RawData, isBinary: boolean): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const message = isBinary ? undefined : parseMessage(toBuffer(data));
    // Answered at once: pausing the socket, as for other messages, costs several times the reply. No trace either,
    // because a fleet sends thousands per second.
    if (this.#connection && message?.type === 'ping') {
      this.#connection.answerPing();
      return;
    }
    // During authentication, the end of the connection must be noticed: otherwise it could replace a newer one of the
    // same machine. The machine sends nothing before the welcome.
    // Only from the second message on: pausing costs more than most messages.
    if (this.#connection) {
      if (this.#work) this.#socket.pause();
    } else if (this.#isAuthenticating) {
      this.#socket.close(CLOSE.badMessage);
      return;
    }
    this.#isAuthenticating = true;
    const work = (this.#work ?? Promise.resolve())
      .then(() => traceWork(`gateway.${message?.type ?? 'refuse'}`, () => this.#handle(message)))
      .catch((error: unknown) => {
        this.#socketDeps.failed(error, this.#connection);
        this.#socket.close(CLOSE.restarting);
      })
      .finally(() => {
        if (this.#work === work) this.#work = undefined;
        this.#socket.resume();
      });
    this.#work = work;
  }

  /** Handles protocol pings; ws would create a function per socket. */
  pinged(data: Buffer): void {
    this.#socket.answer(data);
  }

  ended(code: number): void {
    this.#takePending();
    this.#socketDeps.ended(this.#ws);
    if (this.#connection) this.#socketDeps.left(this.#connection, code);
  }

  // For oversized and malformed frames, ws closes with the right code.
  erred(error: Error): void {
    this.#socketDeps.broken(error);
  }

  #giveUp(): void {
    if (this.#pending && !this.#isAuthenticating) this.#socket.close(CLOSE.restarting);
  }

  /** Ends the wait for authentication and returns its state; undefined after the first call. */
  #takePending(): PendingLogin | undefined {
    const pending = this.#pending;
    if (!pending) return undefined;
    this.#pending = undefined;
    clearTimeout(pending.timer);
    this.#socketDeps.known(pending.countedAs);
    return pending;
  }

  async #handle(message: FromMachine | undefined): Promise<void> {
    const isOpen = () => this.#ws.readyState === this.#ws.OPEN;
    // Sent right before the close, such as the result of a reboot, and received with it.
    if (this.#connection && message) return this.#connection.receive(message);
    if (!isOpen()) return;
    const pending = this.#takePending();
    if (!pending) return this.#socket.close(CLOSE.badMessage);
    const { audience, connectionDeps, admitted } = this.#socketDeps;
    const { ports, tickets } = connectionDeps;
    const admission = await admit(message, { nonce: pending.nonce, audience, tickets }, ports);
    if ('refusal' in admission) return this.#socket.close(admission.refusal);
    if (!isOpen()) return;
    const connection = new Connection(admission.key, this.#socket, pending.opened, connectionDeps);
    this.#connection = connection;
    admitted(connection);
    if (!isOpen()) return;
    connectionDeps.presence.connected(admission.key, admission.reported, connection.openedAt);
    await connection.refresh();
    await connection.deliverWaiting();
  }
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
