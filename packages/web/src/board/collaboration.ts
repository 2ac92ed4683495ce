import { type BoardChannel, BoardConnection, type Pictures, type Point, type Pointer } from './board-connection.ts';
import type { BoardElement } from './elements.ts';
import { PICTURES_MAX, type Picture } from './pictures.ts';

/** A board with several participants; the drawing surface resolves conflicts (Excalidraw's rules). */
export interface SharedDrawing {
  /** Includes deleted elements. */
  readonly elements: () => readonly BoardElement[];
  readonly merge: (elements: readonly BoardElement[]) => void;
  readonly pictures: () => Pictures;
  /** Resolves once the images that can be shown are loaded. */
  readonly addPictures: (pictures: readonly Picture[]) => Promise<void>;
  /** Shows exactly these pointers of others. */
  readonly showPointers: (pointers: readonly Pointer[]) => void;
}

/** Fast enough to look live; every stroke is many changes. */
const EVERY_MS = 50;
/**
 * Throttles the exchange on a slow computer with a full board: the pause is this many times the duration of an
 * exchange.
 */
const REST = 4;
const OWN = 'own';

interface Line {
  readonly line: BoardConnection;
  readonly id: string;
  /** The guest's admitted name; otherwise the other end sends names for everyone. */
  readonly name: string | undefined;
  pointers: readonly Pointer[];
  /** Whether it has the current pointers. */
  isPointed: boolean;
}

/** Shares a board: sends local changes to all participants, and changes of one to the others. */
export class BoardCollaboration {
  readonly #drawing: () => SharedDrawing | undefined;
  readonly #onPeople: (count: number) => void;
  readonly #ownName: string;
  readonly #lines = new Map<BoardChannel, Line>();
  #heard = new Map<string, BoardElement>();
  #arrived: Picture[] = [];
  #own: Pointer | null = null;
  #isMoved = false;
  #joined = 0;
  #restedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param onPeople told how many others draw, whenever that changes.
   * @param ownName what others see beside the pointer of this end.
   */
  constructor(drawing: () => SharedDrawing | undefined, onPeople: (count: number) => void = () => {}, ownName = '') {
    this.#drawing = drawing;
    this.#onPeople = onPeople;
    this.#ownName = ownName;
  }

  /** @param name of whoever joins here, who then points under this name only. */
  join(channel: BoardChannel, name?: string): void {
    this.#joined += 1;
    const line = new BoardConnection(channel);
    const id = `${this.#joined}`;
    const joined: Line = { line, id, name, pointers: [], isPointed: false };
    this.#lines.set(channel, joined);
    this.#onPeople(this.#lines.size);
    channel.listen(
      (text) => {
        const heard = line.hear(text);
        if (!heard) return this.#leave(channel);
        for (const element of heard.elements ?? []) this.#heard.set(element.id, element);
        if (heard.picture) this.#arrived.push(heard.picture);
        if (heard.pointers) this.#takePointers(joined, heard.pointers);
        this.changed();
      },
      () => this.#forget(channel),
    );
    this.changed();
  }

  /** Schedules an exchange after a change. */
  changed(): void {
    // Immediately after a pause: the first touch of a pen does not wait.
    this.#timer ??= setTimeout(() => this.#exchange(), Math.max(0, this.#restedAt - performance.now()));
  }

  /** Sets the local pointer. */
  point({ x, y }: Point): void {
    this.#own = { id: OWN, name: this.#ownName, x, y };
    for (const line of this.#lines.values()) line.isPointed = false;
    if (this.#lines.size > 0) this.changed();
  }

  stop(): void {
    for (const channel of [...this.#lines.keys()]) this.#leave(channel);
    this.#drawing()?.showPointers([]);
    clearTimeout(this.#timer);
    // Participants may join again.
    this.#timer = undefined;
  }

  #exchange(): void {
    this.#timer = undefined;
    const drawing = this.#drawing();
    const began = performance.now();
    const isDone = drawing !== undefined && this.#exchangeWith(drawing);
    const ended = performance.now();
    this.#restedAt = ended + Math.max(EVERY_MS, REST * (ended - began));
    if (!isDone) this.changed();
  }

  /** Returns false if the participant still needs something. */
  #exchangeWith(drawing: SharedDrawing): boolean {
    if (this.#heard.size > 0) {
      const heard = [...this.#heard.values()];
      this.#heard = new Map();
      drawing.merge(heard);
    }
    if (this.#arrived.length > 0) this.#addPictures(drawing);
    const all = [...this.#lines.values()];
    if (this.#isMoved) drawing.showPointers(all.flatMap(({ pointers }) => pointers));
    this.#isMoved = false;
    const [elements, pictures] = [drawing.elements(), drawing.pictures()];
    const told = all.map((each) => {
      if (!each.isPointed) each.isPointed = each.line.point(this.#pointersFor(each));
      return each.line.tell(elements, pictures) && each.isPointed;
    });
    return !told.includes(false);
  }

  #takePointers(from: Line, sent: readonly Pointer[]): void {
    const { id, name } = from;
    const own = sent.slice(0, 1);
    from.pointers = name === undefined ? sent : own.map(({ x, y }) => ({ id, name, x, y }));
    this.#isMoved = true;
    for (const line of this.#lines.values()) if (line !== from) line.isPointed = false;
  }

  #pointersFor(line: Line): Pointer[] {
    const others = [...this.#lines.values()].filter((each) => each !== line).flatMap(({ pointers }) => pointers);
    return this.#own ? [this.#own, ...others] : others;
  }

  #addPictures(drawing: SharedDrawing): void {
    let length = [...drawing.pictures().values()].reduce((sum, { dataURL }) => sum + dataURL.length, 0);
    const fitting = this.#arrived.filter(({ dataURL }) => {
      length += dataURL.length;
      return length <= PICTURES_MAX;
    });
    this.#arrived = [];
    void drawing.addPictures(fitting).then(() => this.changed());
  }

  #leave(channel: BoardChannel): void {
    this.#forget(channel);
    channel.close();
  }

  #forget(channel: BoardChannel): void {
    if (!this.#lines.delete(channel)) return;
    this.#onPeople(this.#lines.size);
    this.#isMoved = true;
    for (const line of this.#lines.values()) line.isPointed = false;
    this.changed();
  }
}
