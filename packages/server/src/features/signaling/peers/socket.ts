import { randomUUID } from 'node:crypto';
import type { PeerText } from '@berth/contract/signaling/peer-messages';
import type { WebSocket } from 'ws';

/** PeerJS clients send a heartbeat every 5 s. */
const SILENT_MS = 60_000;
/** A call begins with a few dozen messages. */
const BURST = 200;
const PER_SECOND = 20;
const UNSENT_BYTES_MAX = 1024 * 1024;

/** One peer's WebSocket with its message budget. */
export class PeerSocket {
  readonly key = randomUUID();
  readonly address: string;
  /** SHA-256 of the token that owns the ID. */
  readonly owner: string;
  /** The IP address of the peer. */
  readonly from: string;
  readonly #ws: WebSocket;
  #heard: number;
  #tokens = BURST;

  constructor(
    ws: WebSocket,
    { address, owner, from }: Readonly<Record<'address' | 'owner' | 'from', string>>,
    now: number,
  ) {
    this.#ws = ws;
    this.address = address;
    this.owner = owner;
    this.from = from;
    this.#heard = now;
  }

  send(message: PeerText): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(text: string): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > UNSENT_BYTES_MAX) this.#ws.terminate();
    else this.#ws.send(text);
  }

  /** Counts a message; returns false if there were too many. */
  hear(now: number): boolean {
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#heard) / 1_000) * PER_SECOND);
    this.#heard = now;
    this.#tokens -= 1;
    return this.#tokens >= 0;
  }

  isSilent(now: number): boolean {
    return now - this.#heard > SILENT_MS;
  }

  close(last?: PeerText): void {
    if (last) this.send(last);
    this.#ws.close();
  }
}
