/** The row of each element, in document order. */
export type Slots = ReadonlyMap<number, number>;

interface SlotOptions {
  /** A row that has, or had, the focus: once hidden, its element is removed instead of reused. */
  readonly kept: number;
  /** Whether elements have to be in the order of the rows, as expected by users of Tab. */
  readonly inOrder: boolean;
}

/**
 * Assigns an element to each row: the one that it has, or that of a hidden row. So scrolling neither creates nor moves
 * elements, both of which are expensive.
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

/** Exchanges the elements of two rows: the list was sorted anew, and an element with the focus stays its machine's. */
export function swapSlots(slots: Slots, from: number, to: number): Slots {
  const [one, other] = [slots.get(from), slots.get(to)];
  if (one === undefined || other === undefined) return slots;
  return new Map(slots).set(from, other).set(to, one);
}

/** With more new rows per frame, nobody can read them: only names are rendered. */
const READABLE = 4;

/**
 * The rows rendered with all their cells. A full row stays full. While scrolling fast, new rows are not full; as it slows
 * down, some become full with every frame, and once it stops, all.
 */
export function rowsInFull(before: ReadonlySet<number>, seen: Slots, rows: readonly number[], isScrolling: boolean) {
  if (!isScrolling) return new Set(rows);
  const full = rows.filter((row) => before.has(row));
  const fresh = rows.filter((row) => !seen.has(row)).length;
  const waiting = fresh > READABLE ? [] : rows.filter((row) => !before.has(row)).slice(0, READABLE);
  return new Set([...full, ...waiting]);
}
