import { type BoardElement, isImageElement, readElement } from './elements.ts';
import { isShareable, type Picture, PictureIntake, pieceOf } from './pictures.ts';
import { type Pointer, readPointers, writePointers } from './pointers.ts';

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
/** Strokes and pointers are told 20 times a second, a full board and its pictures in some hundred pieces. */
const MESSAGES_PER_SECOND_MAX = 300;
const ELEMENTS_MAX = 20_000;
/** Of pictures, sent at once: strokes go on meanwhile. */
const PIECES_AT_ONCE = 3;

/** The pictures of a board that others may see, by their ids. */
export type Pictures = ReadonlyMap<string, Picture>;

/** What another end sent. */
export interface Heard {
  readonly elements?: readonly BoardElement[];
  readonly pointers?: readonly Pointer[];
  readonly picture?: Picture;
}

/** One other end of a board: remembers what it has, so that only differences are sent. */
export class BoardLine {
  readonly #channel: BoardChannel;
  /** What it has of each element, by the nonce of its last change. */
  readonly #known = new Map<string, number>();
  /** The pictures that it has. */
  readonly #pictures = new Set<string>();
  readonly #intake = new PictureIntake();
  #sending: { readonly picture: Picture; next: number } | null = null;
  readonly #now: () => number;
  #second = 0;
  #count = 0;

  constructor(channel: BoardChannel, now: () => number = () => performance.now()) {
    this.#channel = channel;
    this.#now = now;
  }

  /** Sends what the other end does not have; false where the line is full and something is left. */
  tell(elements: readonly BoardElement[], pictures: Pictures = new Map()): boolean {
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
      if (isImageElement(element) && !this.#mayHave(element.fileId, pictures)) continue;
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
    return this.#tellPictures(elements, pictures);
  }

  /** Sends where others point; false where the line is full. */
  point(pointers: readonly Pointer[]): boolean {
    if (this.#channel.waiting() > WAITING_MAX) return false;
    this.#channel.send(writePointers(pointers));
    return true;
  }

  /** What the other end has drawn or shown; null where it sends what no board sends, or too much of it. */
  hear(text: unknown): Heard | null {
    if (!this.#isInTime() || typeof text !== 'string' || text.length > 4 * MESSAGE_MAX) return null;
    const sent = parse(text);
    if (Array.isArray(sent)) return this.#hearElements(sent);
    if (typeof sent !== 'object' || sent === null) return null;
    if ('pointers' in sent) {
      const pointers = readPointers(sent.pointers);
      return pointers && { pointers };
    }
    const picture = this.#intake.take({ ...sent });
    if (picture === false) return null;
    if (picture) this.#pictures.add(picture.id);
    return picture ? { picture } : {};
  }

  #hearElements(sent: readonly unknown[]): Heard | null {
    const elements = sent.map(readElement).filter((element) => element !== null);
    if (elements.length < sent.length) return null;
    for (const { id, versionNonce } of elements) this.#known.set(id, versionNonce);
    return this.#known.size > ELEMENTS_MAX ? null : { elements };
  }

  #mayHave(id: string | null, pictures: Pictures): boolean {
    const picture = id === null ? undefined : pictures.get(id);
    return picture !== undefined && isShareable(picture);
  }

  /** Some pieces of the pictures that the other end has a place for but not yet; false where some are left. */
  #tellPictures(elements: readonly BoardElement[], pictures: Pictures): boolean {
    for (let sent = 0; sent < PIECES_AT_ONCE; sent++) {
      this.#sending ??= this.#nextPicture(elements, pictures);
      if (!this.#sending) return true;
      if (this.#channel.waiting() > WAITING_MAX) return false;
      const piece = pieceOf(this.#sending.picture, this.#sending.next);
      if (piece) this.#channel.send(JSON.stringify(piece));
      if (piece) this.#sending.next += 1;
      else this.#sending = null;
    }
    return false;
  }

  #nextPicture(elements: readonly BoardElement[], pictures: Pictures) {
    if (pictures.size === 0) return null;
    for (const element of elements) {
      if (!isImageElement(element) || element.isDeleted || element.fileId === null) continue;
      const picture = pictures.get(element.fileId);
      if (!picture || this.#pictures.has(picture.id) || !isShareable(picture)) continue;
      this.#pictures.add(picture.id);
      return { picture, next: 0 };
    }
    return null;
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
