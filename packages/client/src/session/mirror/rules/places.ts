import type { Size } from '../../../data/mirror/fit.ts';
import type { FromHost } from '../../../data/mirror/messages.ts';
import { type Channels, columnsFor, guestsOf } from './channels.ts';

export type Place = Extract<FromHost, { readonly type: 'place' }>;

/** So many times as wide as the strip of the others beside it is the one large picture. */
export const LARGE_TIMES = 4;
/** Few small ones are still small. */
const STRIP_ROWS_MIN = 4;

/** Rows of the strip beside the one large picture, of so many pictures in all. */
export function stripRowsFor(count: number): number {
  return Math.max(STRIP_ROWS_MIN, count - 1);
}

/** Where a guest is shown on a screen of this size, as it is told. */
export function placeOf(key: string, channels: Channels, spotlight: string | null, screen: Size): Place {
  const shown = guestsOf(channels);
  const count = shown.length;
  if (!shown.includes(key)) return { type: 'place', position: null, count, spotlight: false, room: null };
  const isLarge = spotlight === key;
  return { type: 'place', position: shown.indexOf(key), count, spotlight: isLarge, room: roomOf() };

  function roomOf(): Size {
    if (isLarge) return partOf(LARGE_TIMES / (LARGE_TIMES + 1), 1);
    if (spotlight !== null) return partOf(1 / (LARGE_TIMES + 1), 1 / stripRowsFor(count));
    const columns = columnsFor(count);
    return partOf(1 / columns, 1 / Math.ceil(count / columns));
  }

  function partOf(width: number, height: number): Size {
    return { width: Math.round(width * screen.width), height: Math.round(height * screen.height) };
  }
}
