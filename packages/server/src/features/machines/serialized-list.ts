import { setImmediate } from 'node:timers/promises';

/** Items that are serialized in one go: a few milliseconds. */
const SLICE = 500;

/** A long list as JSON, whose items can be replaced without serializing the others again. */
export class SerializedList<Id extends string, Item> {
  /** The JSON of the whole list. */
  readonly bytes: Buffer;
  readonly #places: ReadonlyMap<Id, number>;
  /** Where each item begins; the last number is where one more would. */
  readonly #starts: Uint32Array;

  private constructor(bytes: Buffer, places: ReadonlyMap<Id, number>, starts: Uint32Array) {
    this.bytes = bytes;
    this.#places = places;
    this.#starts = starts;
  }

  /** Serializes in slices: other calls come in between. */
  static async of<Id extends string, Row, Item>(
    rows: readonly Row[],
    idOf: (row: Row) => Id,
    present: (row: Row) => Item,
  ): Promise<SerializedList<Id, Item>> {
    const slices: string[] = [];
    const places = new Map<Id, number>();
    const starts = new Uint32Array(rows.length + 1);
    starts[0] = 1;
    for (let first = 0; first < rows.length; first += SLICE) {
      if (first > 0) await setImmediate();
      const texts = rows.slice(first, first + SLICE).map((row) => JSON.stringify(present(row)));
      for (const [offset, row] of rows.slice(first, first + SLICE).entries()) places.set(idOf(row), first + offset);
      for (const [offset, text] of texts.entries()) {
        starts[first + offset + 1] = (starts[first + offset] ?? 0) + Buffer.byteLength(text) + 1;
      }
      slices.push(texts.join());
    }
    return new SerializedList(Buffer.from(`[${slices.join()}]`), places, starts);
  }

  get length(): number {
    return this.#places.size;
  }

  /** The item with this ID, as it is in the list. */
  find(id: Id): Item | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    return JSON.parse(this.bytes.toString('utf8', this.#starts[place], (this.#starts[place + 1] ?? 0) - 1)) as Item;
  }

  /** The same list with other items in the place of those with these IDs, which all are in the list. */
  with(items: ReadonlyMap<Id, Item>): SerializedList<Id, Item> {
    const changed = [...items]
      .map(([id, item]) => ({ place: this.#places.get(id) ?? Number.NaN, bytes: Buffer.from(JSON.stringify(item)) }))
      .sort((a, b) => a.place - b.place);
    const parts: Buffer[] = [];
    const starts = this.#starts.slice();
    let [from, moved] = [0, 0];
    for (const [index, { place, bytes }] of changed.entries()) {
      const [start = 0, end = 0] = this.#starts.subarray(place, place + 2);
      parts.push(this.bytes.subarray(from, start), bytes);
      from = end - 1;
      moved += bytes.length - (from - start);
      const last = changed[index + 1]?.place ?? starts.length - 1;
      for (let next = place + 1; next <= last; next += 1) starts[next] = (this.#starts[next] ?? 0) + moved;
    }
    return new SerializedList(Buffer.concat([...parts, this.bytes.subarray(from)]), this.#places, starts);
  }
}
