import { type BoardElement, isImageElement, readElement } from './elements.ts';
import { isShareable, type Picture, PictureIntake, pieceOf } from './pictures.ts';

/** Carries text messages between two participants. */
export interface BoardChannel {
  readonly send: (text: string) => void;
  /** Bytes not yet sent. */
  readonly waiting: () => number;
  readonly close: () => void;
  /** Registers callbacks for messages, and for the end of the channel. */
  readonly listen: (onText: (text: unknown) => void, onClose: () => void) => void;
}

/** Maximum characters per message: well below the limit of a data channel. */
const MESSAGE_MAX = 60_000;
/** A slow connection gets the newest state later, instead of every state in between. */
const WAITING_MAX = 512 * 1024;
/** Strokes and pointers are sent 20 times a second; a full board with images in some hundred pieces. */
const MESSAGES_PER_SECOND_MAX = 300;
const ELEMENTS_MAX = 20_000;
/** Image pieces sent at once: strokes continue meanwhile. */
const PIECES_AT_ONCE = 3;

/** Images of a board that others may see, by ID. */
export type Pictures = ReadonlyMap<string, Picture>;

/** Validated content of a message. */
interface ReceivedUpdate {
  readonly elements?: readonly BoardElement[];
  readonly pointers?: readonly Pointer[];
  readonly picture?: Picture;
}

/** The connection to one participant: remembers what it has received, to send only differences. */
export class BoardConnection {
  readonly #channel: BoardChannel;
  /** The nonce of each element's version that it has. */
  readonly #known = new Map<string, number>();
  /** IDs of the images that it has. */
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

  /** Sends what the participant lacks; false if the connection is congested and something is left. */
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
      // Deleting an element that it never received is unnecessary.
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

  /** Sends the others' pointers; false if the connection is congested. */
  point(pointers: readonly Pointer[]): boolean {
    if (this.#channel.waiting() > WAITING_MAX) return false;
    this.#channel.send(writePointers(pointers));
    return true;
  }

  /** Parses a message of the participant; null if it is invalid or too large. */
  hear(text: unknown): ReceivedUpdate | null {
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

  #hearElements(sent: readonly unknown[]): ReceivedUpdate | null {
    const elements = sent.map(readElement).filter((element) => element !== null);
    if (elements.length < sent.length) return null;
    for (const { id, versionNonce } of elements) this.#known.set(id, versionNonce);
    return this.#known.size > ELEMENTS_MAX ? null : { elements };
  }

  #mayHave(id: string | null, pictures: Pictures): boolean {
    const picture = id === null ? undefined : pictures.get(id);
    return picture !== undefined && isShareable(picture);
  }

  /** Sends some pieces of images whose placeholder the participant has; false if some are left. */
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

/** A person's pointer on a board, in board coordinates. */
export interface Pointer {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export type Point = Pick<Pointer, 'x' | 'y'>;

/** Maximum number of pointers, with some reserve: nine guests and the machine. */
const POINTERS_MAX = 16;
const NAME_MAX = 40;
const ID_MAX = 40;

function writePointers(pointers: readonly Pointer[]): string {
  return JSON.stringify({ pointers: pointers.map(({ id, name, x, y }) => [id, name, Math.round(x), Math.round(y)]) });
}

/** Validates the list of pointers; null if invalid. */
function readPointers(value: unknown): readonly Pointer[] | null {
  if (!Array.isArray(value) || value.length > POINTERS_MAX) return null;
  const read = value.map(readPointer).filter((pointer) => pointer !== null);
  return read.length === value.length ? read : null;
}

function readPointer(value: unknown): Pointer | null {
  if (!Array.isArray(value)) return null;
  const [id, name, x, y]: unknown[] = value;
  if (typeof id !== 'string' || id.length > ID_MAX || typeof name !== 'string') return null;
  if (!Number.isSafeInteger(x) || !Number.isSafeInteger(y)) return null;
  return { id, name: name.slice(0, NAME_MAX), x: Number(x), y: Number(y) };
}
