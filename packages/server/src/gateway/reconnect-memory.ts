import { constants, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** Minimum number of machines in a rush; fewer use little memory. */
const RUSH = 1_000;
/** A rush is over after this many ticks with fewer connections than this share. */
const STRAGGLERS = 0.02;
const CALM_TICKS = 2;
/** Memory is reduced for so many full collections (V8 needs three), but at most for so many ticks: each costs more. */
const SPARED_COLLECTIONS = 4;
const SPARED_TICKS = 12;

/** How memory is reduced; tests replace it. */
export interface MemorySaver {
  start(): void;
  stop(): void;
  /** Full collections of garbage since the start. */
  collections(): number;
}

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
export function createReconnectMemoryTrimmer(saver: MemorySaver = createMemorySaver()): ReconnectMemoryTrimmer {
  let rush = 0;
  let calm = 0;
  let ticksLeft = 0;

  function end(): void {
    if (ticksLeft > 0) saver.stop();
    ticksLeft = 0;
  }

  return {
    tick(arrived) {
      if (ticksLeft === 1 || saver.collections() >= SPARED_COLLECTIONS) end();
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
        saver.start();
        ticksLeft = SPARED_TICKS;
      }
      rush = 0;
    },
    stop: end,
  };
}

/** Growth of the heap between collections, in percent: `usual` is the option that the server starts with. */
const GROWTH = { usual: 60, sparing: 20 };

/** Node's types lack what its entries about collections have. */
interface CollectionEntry {
  readonly detail: { readonly kind: number };
}

/** Lets V8 keep less memory, until it is stopped. */
export function createMemorySaver(): MemorySaver {
  let collections = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as unknown as readonly CollectionEntry[]) {
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
    }
  });
  return {
    start() {
      collections = 0;
      observer.observe({ entryTypes: ['gc'] });
      setFlagsFromString('--optimize-for-size');
      setFlagsFromString(`--heap-growing-percent=${GROWTH.sparing}`);
    },
    stop() {
      observer.disconnect();
      collections = 0;
      setFlagsFromString('--no-optimize-for-size');
      setFlagsFromString(`--heap-growing-percent=${GROWTH.usual}`);
    },
    collections: () => collections,
  };
}
