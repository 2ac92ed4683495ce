import { setFlagsFromString } from 'node:v8';

/** Minimum number of machines in a rush; fewer use little memory. */
const RUSH = 1_000;
/** A rush is over after this many ticks with fewer connections than this share. */
const STRAGGLERS = 0.02;
const CALM_TICKS = 2;
/** Ticks during which memory is reduced: V8 needs three collections, some seconds each. */
const SPARED_TICKS = 12;

/** Called periodically with the number of machines that connected since the last call. */
export interface ReconnectMemoryTrimmer {
  tick(arrived: number): void;
  stop(): void;
}

/**
 * Returns memory to the system after a rush of machines. V8 does so only when little is allocated, which never happens
 * while machines ping: it kept twice the needed memory. Optimizing for memory does so gradually; a forced collection
 * would block the process.
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
        // New machines need the speed.
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

/** Growth of the heap between collections, in percent: `usual` is the option that the server starts with. */
const GROWTH = { usual: 60, sparing: 20 };

function spareMemory(isSparing: boolean): void {
  setFlagsFromString(isSparing ? '--optimize-for-size' : '--no-optimize-for-size');
  setFlagsFromString(`--heap-growing-percent=${isSparing ? GROWTH.sparing : GROWTH.usual}`);
}
