import type { FromHost, Size } from '@berth/contract/signaling/mirror-messages';
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

/** What there is to show pictures with. */
export interface Screen extends Size {
  /** Of the processor: pictures are decoded and drawn by it. */
  readonly cores: number;
  /** Everybody who may show something: those who do, and those who may begin at any time. */
  readonly guests: number;
}

/** Pictures a second: what screens give, what each core decodes and draws beside everything else, and what still moves. */
const RATE = { max: 30, ofCore: 30, min: 5 } as const;

/**
 * Where a guest is shown on such a screen, as it is told. Whoever is not shown yet is told to begin as though all the
 * others began at the same time: small at first is better than a machine that is held up by what it cannot decode.
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

  /** All share what the processor gives; one that is large has its part first. */
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
