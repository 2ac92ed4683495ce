import type { BoardElement } from './elements.ts';
import { type BoardChannel, BoardLine } from './line.ts';

/** A board that several people draw on; the drawing surface decides which of two changes wins (Excalidraw's rules). */
export interface SharedDrawing {
  /** Also what was deleted. */
  readonly elements: () => readonly BoardElement[];
  readonly merge: (elements: readonly BoardElement[]) => void;
}

/** Fast enough to look live; every stroke is many changes. */
const EVERY_MS = 50;

/** Draws together with whoever joins: what changes here goes to all of them, what comes from one to the others. */
export class Together {
  readonly #drawing: () => SharedDrawing | undefined;
  readonly #onPeople: (count: number) => void;
  readonly #lines = new Map<BoardChannel, BoardLine>();
  #heard = new Map<string, BoardElement>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onPeople told how many others draw, whenever that changes. */
  constructor(drawing: () => SharedDrawing | undefined, onPeople: (count: number) => void = () => {}) {
    this.#drawing = drawing;
    this.#onPeople = onPeople;
  }

  join(channel: BoardChannel): void {
    const line = new BoardLine(channel);
    this.#lines.set(channel, line);
    this.#onPeople(this.#lines.size);
    channel.listen(
      (text) => {
        const elements = line.hear(text);
        if (!elements) return this.#leave(channel);
        for (const element of elements) this.#heard.set(element.id, element);
        this.changed();
      },
      () => this.#forget(channel),
    );
    this.changed();
  }

  /** Something is different from what was told. */
  changed(): void {
    this.#timer ??= setTimeout(() => this.#exchange(), EVERY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    for (const channel of [...this.#lines.keys()]) this.#leave(channel);
  }

  #exchange(): void {
    this.#timer = undefined;
    const drawing = this.#drawing();
    if (!drawing) {
      this.changed();
      return;
    }
    if (this.#heard.size > 0) {
      const heard = [...this.#heard.values()];
      this.#heard = new Map();
      drawing.merge(heard);
    }
    const elements = drawing.elements();
    const told = [...this.#lines.values()].map((line) => line.tell(elements));
    if (told.includes(false)) this.changed();
  }

  #leave(channel: BoardChannel): void {
    this.#forget(channel);
    channel.close();
  }

  #forget(channel: BoardChannel): void {
    if (this.#lines.delete(channel)) this.#onPeople(this.#lines.size);
  }
}
