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

export function writePointers(pointers: readonly Pointer[]): string {
  return JSON.stringify({ pointers: pointers.map(({ id, name, x, y }) => [id, name, Math.round(x), Math.round(y)]) });
}

/** Validates the list of pointers; null if invalid. */
export function readPointers(value: unknown): readonly Pointer[] | null {
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
