import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE, type ToMachine } from '@berth/contract/device/messages';
import type { WebSocket } from 'ws';

/** Bytes that may wait for a machine that reads slowly, apart from its profile. */
const WAITING_MAX = 1024 * 1024;
/** Time for the closing handshake; then the connection is cut. */
const CLOSING_MS = 2_000;

const AS_TEXT = { binary: false };
const PONG = textFrame(JSON.stringify({ type: 'pong' } satisfies ToMachine));

/** One machine's WebSocket: sends without letting a slow reader fill our memory. */
export class MachineSocket {
  readonly #ws: WebSocket;
  readonly #stream: Duplex;
  #desiredBytes = 0;
  /** When bytes began to wait without any of them going out; undefined while nothing waits. */
  #stuckSince: number | undefined;
  #lastWaiting = 0;
  readonly #forwardedFor: string | undefined;

  /** @param forwardedFor where it comes from, when that is another address than the stream's. */
  constructor(ws: WebSocket, stream: Duplex, forwardedFor: string | undefined) {
    this.#ws = ws;
    this.#stream = stream;
    this.#forwardedFor = forwardedFor;
  }

  /** Where the machine connects from. After the end it is known of those that were asked before. */
  get address(): string | undefined {
    // An IPv4 address that is written as an IPv6 one is what it stands for. Node remembers it from the first time on.
    const address = this.#forwardedFor ?? (this.#stream instanceof Socket ? this.#stream.remoteAddress : undefined);
    return address?.replace(/^::ffff:(?=\d+\.)/i, '');
  }

  /** Sends one message in one frame. Closes the connection when too much waits already. */
  send(message: ToMachine): void {
    if (this.#isReady()) this.#ws.send(JSON.stringify(message), AS_TEXT);
  }

  /** Answers a ping, with a frame that was made before: what a fleet at rest asks most. */
  pong(): void {
    if (this.#isReady()) this.#stream.write(PONG);
  }

  /** Answers a ping of the protocol itself, with the bytes that came with it. */
  answer(data: Buffer): void {
    if (this.#isReady()) this.#ws.pong(data);
  }

  #isReady(): boolean {
    const isTooSlow = this.#ws.bufferedAmount > WAITING_MAX + this.#desiredBytes;
    if (isTooSlow) this.close(CLOSE.tooSlow);
    return !isTooSlow && this.#ws.readyState === this.#ws.OPEN;
  }

  /** Whether a `desired` that was sent before is still on its way: then the next one had better wait for it. */
  get isSendingDesired(): boolean {
    return this.#desiredBytes > 0;
  }

  /** Sends one message in several frames, so that machines share the bytes of their profile; `sent` when it is out. */
  sendParts(parts: readonly Buffer[], sent: () => void): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    this.#desiredBytes += bytes;
    this.#stream.cork();
    parts.forEach((part, index) => {
      const isLast = index === parts.length - 1;
      this.#ws.send(part, { binary: false, fin: isLast }, isLast ? () => this.#left(bytes, sent) : undefined);
    });
    this.#stream.uncork();
  }

  #left(bytes: number, sent: () => void): void {
    this.#desiredBytes -= bytes;
    sent();
  }

  /** Whether bytes have been waiting for `limitMs` while none of them left. Asked from time to time. */
  isStuck(now: number, limitMs: number): boolean {
    const waiting = this.#ws.bufferedAmount;
    const moves = waiting === 0 || waiting < this.#lastWaiting;
    this.#lastWaiting = waiting;
    if (moves) this.#stuckSince = undefined;
    else this.#stuckSince ??= now;
    return this.#stuckSince !== undefined && now - this.#stuckSince >= limitMs;
  }

  close(code: number): void {
    if (this.#ws.readyState === this.#ws.CLOSED) return;
    this.#ws.close(code);
    setTimeout(() => this.#ws.terminate(), CLOSING_MS).unref();
  }

  /** Ends it for a newer connection of the same machine. Its address is known afterward. */
  giveWay(): void {
    void this.address;
    this.close(CLOSE.replaced);
  }

  /** Cuts the connection: for peers that do not answer any more. */
  cut(): void {
    this.#ws.terminate();
  }

  /** Stops reading, so that a machine cannot send faster than its messages are worked on. */
  pause(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.pause();
  }

  /** Reads on; also while closing, or the other side's answer to that would not be heard. */
  resume(): void {
    if (this.#ws.readyState !== this.#ws.CLOSED) this.#ws.resume();
  }
}

/** A whole message as a server frames it (RFC 6455, 5.2): final, text, unmasked; for less than 126 bytes. */
function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, bytes.length]), bytes]);
}
