import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE, type ToMachine } from '@berth/contract/device/messages';
import type { WebSocket } from 'ws';

/** Maximum number of waiting bytes for a slow machine, besides its profile. */
const WAITING_MAX = 1024 * 1024;
/** Timeout of the closing handshake; then the connection is cut. */
const CLOSING_MS = 2_000;

const AS_TEXT = { binary: false };
const PONG = textFrame(JSON.stringify({ type: 'pong' } satisfies ToMachine));

/** One machine's WebSocket, whose send buffer is limited even if the machine reads slowly. */
export class MachineSocket {
  readonly #ws: WebSocket;
  readonly #stream: Duplex;
  #desiredBytes = 0;
  /** Since when bytes are waiting without progress; undefined if none are. */
  #stuckSince: number | undefined;
  #lastWaiting = 0;
  readonly #forwardedFor: string | undefined;

  /** @param forwardedFor The machine's address, if it differs from the stream's. */
  constructor(ws: WebSocket, stream: Duplex, forwardedFor: string | undefined) {
    this.#ws = ws;
    this.#stream = stream;
    this.#forwardedFor = forwardedFor;
  }

  /** The machine's address. After the end it is known only if it was read before. */
  get address(): string | undefined {
    // Converts a mapped IPv6 address to IPv4. Node caches the address after the first read.
    const address = this.#forwardedFor ?? (this.#stream instanceof Socket ? this.#stream.remoteAddress : undefined);
    return address?.replace(/^::ffff:(?=\d+\.)/i, '');
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  /** Sends one message in one frame. Closes the connection if too much is waiting already. */
  send(message: ToMachine): void {
    if (this.#isReady()) this.#ws.send(JSON.stringify(message), AS_TEXT);
  }

  /** Answers a ping with a precomputed frame, because pings are the most frequent messages. */
  pong(): void {
    if (this.#isReady()) this.#stream.write(PONG);
  }

  /** Answers a ping of the WebSocket protocol with its payload. */
  answer(data: Buffer): void {
    if (this.#isReady()) this.#ws.pong(data);
  }

  #isReady(): boolean {
    const isTooSlow = this.#ws.bufferedAmount > WAITING_MAX + this.#desiredBytes;
    if (isTooSlow) this.close(CLOSE.tooSlow);
    return !isTooSlow && this.isOpen;
  }

  /** Whether an earlier `desired` is still being sent, so that the next should wait. */
  get isSendingDesired(): boolean {
    return this.#desiredBytes > 0;
  }

  /**
   * Sends one message in several frames, so that machines share the bytes of their profile. Calls `sent` when it is
   * written.
   */
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

  /** Whether bytes wait for `limitMs` without progress. Called periodically. */
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

  /** Ends it for a newer connection of the same machine. Its address stays known. */
  giveWay(): void {
    void this.address;
    this.close(CLOSE.replaced);
  }

  /** Cuts the connection to a peer that does not respond. */
  cut(): void {
    this.#ws.terminate();
  }

  /** Stops reading, so that a machine cannot send faster than its messages are handled. */
  pause(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.pause();
  }

  /** Resumes reading; also while closing, to receive the peer's close frame. */
  resume(): void {
    if (this.#ws.isPaused && this.#ws.readyState !== this.#ws.CLOSED) this.#ws.resume();
  }
}

/** A whole message as a server frame (RFC 6455, 5.2): final, text, unmasked, less than 126 bytes. */
function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, bytes.length]), bytes]);
}
