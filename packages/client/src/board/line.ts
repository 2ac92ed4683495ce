import { type BoardElement, readElement } from './elements.ts';

/** Carries texts between two ends of a board. */
export interface BoardChannel {
  readonly send: (text: string) => void;
  /** Bytes that have not left yet. */
  readonly waiting: () => number;
  readonly close: () => void;
  /** Called with each text, and once it is closed. */
  readonly listen: (onText: (text: unknown) => void, onClose: () => void) => void;
}

/** Characters in one message: well below what a data channel takes. */
const MESSAGE_MAX = 60_000;
/** A slow line gets the newest state later, instead of every state in between. */
const WAITING_MAX = 512 * 1024;
/** A stroke is told 20 times a second, a full board in some hundred pieces. */
const MESSAGES_PER_SECOND_MAX = 200;
const ELEMENTS_MAX = 20_000;

/** One other end of a board: remembers what it has, so that only differences are sent. */
export class BoardLine {
  readonly #channel: BoardChannel;
  /** What it has of each element, by the nonce of its last change. */
  readonly #known = new Map<string, number>();
  readonly #now: () => number;
  #second = 0;
  #count = 0;

  constructor(channel: BoardChannel, now: () => number = () => performance.now()) {
    this.#channel = channel;
    this.#now = now;
  }

  /** Sends what the other end does not have; false where the line is full and something is left. */
  tell(elements: readonly BoardElement[]): boolean {
    let piece: string[] = [];
    let length = 0;
    const send = () => {
      if (piece.length > 0) this.#channel.send(`[${piece.join(',')}]`);
      [piece, length] = [[], 0];
    };
    for (const element of elements) {
      const { id, versionNonce, isDeleted } = element;
      if (this.#known.get(id) === versionNonce) continue;
      // What it never saw need not be taken away.
      if (isDeleted && !this.#known.has(id)) continue;
      if (this.#channel.waiting() + length > WAITING_MAX) {
        send();
        return false;
      }
      const text = JSON.stringify(element);
      if (length + text.length > MESSAGE_MAX) send();
      piece.push(text);
      length += text.length;
      this.#known.set(id, versionNonce);
    }
    send();
    return true;
  }

  /** What the other end has drawn; null where it sends what no board sends, or too much of it. */
  hear(text: unknown): BoardElement[] | null {
    if (!this.#isInTime() || typeof text !== 'string' || text.length > 4 * MESSAGE_MAX) return null;
    const sent = parse(text);
    if (!Array.isArray(sent)) return null;
    const elements = sent.map(readElement).filter((element) => element !== null);
    if (elements.length < sent.length) return null;
    for (const { id, versionNonce } of elements) this.#known.set(id, versionNonce);
    return this.#known.size > ELEMENTS_MAX ? null : elements;
  }

  #isInTime(): boolean {
    const second = Math.floor(this.#now() / 1_000);
    this.#count = second === this.#second ? this.#count + 1 : 1;
    this.#second = second;
    return this.#count <= MESSAGES_PER_SECOND_MAX;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
