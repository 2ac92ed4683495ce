import { setFlagsFromString } from 'node:v8';

/** Machines of one rush: fewer leave little behind. */
const RUSH = 1_000;
/** A rush is over once a tick finds fewer of it than this share, as often as that. */
const STRAGGLERS = 0.02;
const CALM_TICKS = 2;
/** Ticks during which memory is spared: V8 needs three rounds over the heap, some seconds each. */
const SPARED_TICKS = 12;

/** Told periodically how many machines connected since the last call. */
export interface ReconnectMemoryTrimmer {
  tick(arrived: number): void;
  stop(): void;
}

/**
 * Returns the memory of a rush of machines to the system. V8 does so only when little is allocated, which never happens
 * while machines ping: it kept twice of what they need. With memory preferred over speed it does so gradually; a forced
 * collection would block the process.
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
