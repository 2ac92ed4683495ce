import { pointerKeys } from '../profile/pointer.ts';
import { type Place, placeBelow } from './lists.ts';
import { root } from './root.ts';

/** A path taken apart. */
export interface Step {
  /** The path around it; empty for the root. */
  readonly parent: string;
  readonly key: string;
  readonly depth: number;
  /** Undefined if the definition has no such place. */
  readonly place: Place | undefined;
}

/** Paths name entries by what people call them, so there is no end of them. */
const KNOWN_MAX = 50_000;
const known = new Map<string, Step>();
const whole: Step = { parent: '', key: '', depth: 0, place: root() };

/** Takes a path apart. Remembered: the same paths occur in every combination of layers. */
export function stepAt(path: string): Step {
  const found = known.get(path);
  if (found) return found;
  if (path === '') return whole;
  const parent = path.slice(0, path.lastIndexOf('/'));
  const key = pointerKeys(path.slice(parent.length))[0] ?? '';
  const above = stepAt(parent);
  const step = { parent, key, depth: above.depth + 1, place: above.place && placeBelow(above.place, key) };
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(path, step);
  return step;
}
