import { setFlagsFromString } from 'node:v8';

/** Machines of one rush: fewer leave little behind. */
const RUSH = 1_000;
/** A rush is over once a look finds fewer of it than this share, as often as that. */
const STRAGGLERS = 0.02;
const CALM_LOOKS = 2;
/** Looks during which memory is spared: V8 needs three rounds over the heap, some seconds each. */
const SPARED_LOOKS = 12;

/** Told from time to time how many machines came since the last time. */
export interface ReconnectMemoryTrimmer {
  look(arrived: number): void;
  stop(): void;
}

/**
 * Gives back the room that a rush of machines took. V8 does so by itself where little is allocated, and that is never so
 * in a node whose machines ping: it kept twice of what they need. Told that memory comes before speed it does it bit by
 * bit, beside the work; a collection asked for outright would stop everything for as long as it takes.
 */
export function createReconnectMemoryTrimmer(
  spare: (isSparing: boolean) => void = spareMemory,
): ReconnectMemoryTrimmer {
  let rush = 0;
  let calm = 0;
  let looksLeft = 0;

  function end(): void {
    if (looksLeft > 0) spare(false);
    looksLeft = 0;
  }

  return {
    look(arrived) {
      if (looksLeft === 1) end();
      else if (looksLeft > 0) looksLeft -= 1;
      rush += arrived;
      if (arrived > rush * STRAGGLERS) {
        calm = 0;
        // They need the speed.
        if (rush >= RUSH) end();
        return;
      }
      calm += 1;
      if (calm < CALM_LOOKS) return;
      if (rush >= RUSH) {
        spare(true);
        looksLeft = SPARED_LOOKS;
      }
      rush = 0;
    },
    stop: end,
  };
}

function spareMemory(isSparing: boolean): void {
  setFlagsFromString(isSparing ? '--optimize-for-size' : '--no-optimize-for-size');
}
