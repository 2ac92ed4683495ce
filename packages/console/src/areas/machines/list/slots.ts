/** Which row is shown by which element; in the order of the elements in the document. */
export type Slots = ReadonlyMap<number, number>;

interface SlotOptions {
  /** A row that has, or had, the focus: when it leaves, its element goes with it and shows no other machine. */
  readonly kept: number;
  /** Whether the elements are to stand in the order of the rows, as whoever goes through them by Tab expects. */
  readonly inOrder: boolean;
}

/**
 * Gives each row an element: its own as long as it has one, then one whose row left. Scrolling so makes no elements, and
 * while it lasts it moves none, which costs as much.
 */
export function assignSlots(before: Slots, rows: readonly number[], { kept, inOrder }: SlotOptions): Slots {
  const wanted = new Set(rows);
  const waiting = rows.filter((row) => !before.has(row));
  const next: [row: number, slot: number][] = [];
  let fresh = 0;
  for (const [row, slot] of before) {
    fresh = Math.max(fresh, slot + 1);
    const taker = wanted.has(row) ? row : row === kept ? undefined : waiting.shift();
    if (taker !== undefined) next.push([taker, slot]);
  }
  for (const row of waiting) next.push([row, fresh++]);
  return new Map(inOrder ? next.toSorted(([a], [b]) => a - b) : next);
}

/** More new rows than this with one frame, and nobody reads them: they pass as their names. */
const READABLE = 4;

/**
 * Which rows are drawn with all their cells. A row that was, stays so. While the list flies by, new rows are not; as it
 * slows, a few are with every frame, and once it rests, all.
 */
export function rowsInFull(before: ReadonlySet<number>, seen: Slots, rows: readonly number[], isScrolling: boolean) {
  if (!isScrolling) return new Set(rows);
  const full = rows.filter((row) => before.has(row));
  const fresh = rows.filter((row) => !seen.has(row)).length;
  const waiting = fresh > READABLE ? [] : rows.filter((row) => !before.has(row)).slice(0, READABLE);
  return new Set([...full, ...waiting]);
}
