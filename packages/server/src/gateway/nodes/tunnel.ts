import { Duplex } from 'node:stream';
import type { Bus } from '../../platform/bus.ts';

/** Bytes per message between nodes, far below NATS's limit. */
const PIECE = 64 * 1024;
/** Maximum number of unacknowledged bytes. */
const WINDOW = 512 * 1024;
/** A kind and a number: of the chunk, or of acknowledged bytes. */
const HEAD = 5;
const KIND = { piece: 0, taken: 1, end: 2 } as const;

/** A byte stream to another node. Any loss ends it, so nobody receives partial data. */
export class Tunnel extends Duplex {
  readonly #bus: Pick<Bus, 'sendBytes'>;
  readonly #to: string;
  readonly #leave: () => void;
  readonly #waiting: Buffer[] = [];
  #isWanted = false;
  #isOver = false;
  #sent = 0;
  #received = 0;
  #underWay = 0;
  #goOn: (() => void) | undefined;

  /** @param channels Channel of this end's bytes, and of the other's. */
  constructor(
    bus: Pick<Bus, 'sendBytes' | 'onBytes' | 'onGap'>,
    channels: { readonly to: string; readonly from: string },
  ) {
    super();
    this.#bus = bus;
    this.#to = channels.to;
    const leave = bus.onBytes(channels.from, (message) => this.#take(message));
    const forget = bus.onGap(() => this.destroy());
    this.#leave = () => {
      leave();
      forget();
    };
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    for (let start = 0; start < chunk.length; start += PIECE) {
      this.#send(KIND.piece, this.#sent, chunk.subarray(start, start + PIECE));
      this.#sent += 1;
    }
    this.#underWay += chunk.length;
    if (this.#underWay <= WINDOW) done();
    else this.#goOn = done;
  }

  override _final(done: (error?: Error) => void): void {
    this.#send(KIND.end, this.#sent);
    done();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#pass();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.writableFinished) this.#send(KIND.end, this.#sent);
    this.#leave();
    done(error);
  }

  #send(kind: number, number: number, bytes: Buffer = Buffer.alloc(0)): void {
    const head = Buffer.alloc(HEAD);
    head.writeUInt8(kind, 0);
    head.writeUInt32BE(number, 1);
    this.#bus.sendBytes(this.#to, Buffer.concat([head, bytes]));
  }

  #take(message: Buffer): void {
    if (this.destroyed || message.length < HEAD) return;
    const [kind, number] = [message.readUInt8(0), message.readUInt32BE(1)];
    if (kind === KIND.taken) this.#left(number);
    // An earlier chunk was lost.
    else if (number !== this.#received) this.destroy();
    else if (kind === KIND.end) this.#isOver = true;
    else {
      this.#received += 1;
      this.#waiting.push(message.subarray(HEAD));
    }
    this.#pass();
  }

  #pass(): void {
    while (this.#isWanted && !this.destroyed) {
      const next = this.#waiting.shift();
      if (!next) break;
      this.#isWanted = this.push(next);
      this.#send(KIND.taken, next.length);
    }
    if (!this.#isOver || this.#waiting.length > 0) return;
    this.#isOver = false;
    this.push(null);
  }

  #left(bytes: number): void {
    this.#underWay -= bytes;
    if (this.#underWay > WINDOW) return;
    const goOn = this.#goOn;
    this.#goOn = undefined;
    goOn?.();
  }
}
