import { useSyncExternalStore } from 'react';

const EVERY_MS = 15_000;

/** One clock for the page: a table has hundreds of "5 minutes ago". */
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The current time, updated periodically: for "5 minutes ago". */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, EVERY_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}
