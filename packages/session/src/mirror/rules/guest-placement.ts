import type { FromHost, Size } from '@berth/contract/signaling/mirror-messages';
import { type Channels, columnsFor, guestsOf } from './channels.ts';

export type Place = Extract<FromHost, { readonly type: 'place' }>;

/** Width of the enlarged stream, relative to the strip of the others. */
export const LARGE_TIMES = 4;
/** Minimum number of rows of the strip, so that its streams stay small. */
const STRIP_ROWS_MIN = 4;

/** Rows of the strip next to the enlarged stream, for this many streams in all. */
export function stripRowsFor(count: number): number {
  return Math.max(STRIP_ROWS_MIN, count - 1);
}

/** The display and its capacity. */
export interface Screen extends Size {
  /** Of the processor, which decodes and draws the streams. */
  readonly cores: number;
  /** All guests who share or may start at any time. */
  readonly guests: number;
}

/** Frame rates: what screens send, what each core decodes and draws under load, and what still looks like motion. */
const RATE = { max: 30, ofCore: 30, min: 5 } as const;

/**
 * The size and frame rate that a guest is told. A guest that is not shown yet is told to start as if all others started
 * too: a small first picture is better than an overloaded machine.
 */
export function placeOf(key: string, channels: Channels, spotlight: string | null, screen: Screen): Place {
  const shown = guestsOf(channels);
  const isShown = shown.includes(key);
  const count = isShown ? shown.length : Math.min(channels.length, Math.max(shown.length + 1, screen.guests));
  const isLarge = isShown && spotlight === key;
  return {
    type: 'place',
    position: isShown ? shown.indexOf(key) : null,
    count: shown.length,
    spotlight: isLarge,
    room: roomOf(),
    rate: rateOf(),
  };

  /** Divides the processor's capacity among all; an enlarged one gets its share first. */
  function rateOf(): number {
    const all = RATE.ofCore * screen.cores;
    if (isLarge) return RATE.max;
    const each = spotlight === null ? all / count : (all - RATE.max) / Math.max(1, count - 1);
    return Math.min(RATE.max, Math.max(RATE.min, Math.floor(each)));
  }

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
