import { setFlagsFromString } from 'node:v8';

/** Machines of one rush: fewer leave little behind. */
const RUSH = 1_000;
/** A rush is over once a tick finds fewer of it than this share, as often as that. */
const STRAGGLERS = 0.02;
const CALM_TICKS = 2;
/** Ticks during which memory is spared: V8 needs three rounds over the heap, some seconds each. */
const SPARED_TICKS = 12;

/** Told from time to time how many machines came since the last time. */
export interface ReconnectMemoryTrimmer {
  tick(arrived: number): void;
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
  let ticksLeft = 0;

  function end(): void {
    if (ticksLeft > 0) spare(false);
    ticksLeft = 0;
  }

  return {
    tick(arrived) {
      if (ticksLeft === 1) end();
      else if (ticksLeft > 0) ticksLeft -= 1;
      rush += arrived;
      if (arrived > rush * STRAGGLERS) {
        calm = 0;
        // They need the speed.
        if (rush >= RUSH) end();
        return;
      }
      calm += 1;
      if (calm < CALM_TICKS) return;
      if (rush >= RUSH) {
        spare(true);
        ticksLeft = SPARED_TICKS;
      }
      rush = 0;
    },
    stop: end,
  };
}

function spareMemory(isSparing: boolean): void {
  setFlagsFromString(isSparing ? '--optimize-for-size' : '--no-optimize-for-size');
}
