import { keepEqual } from '../lib/keep-equal.ts';

/** A value with subscriptions to its parts. */
export interface Store<State extends object> {
  readonly get: () => State;
  /** Replaces fields; notifies listeners only of real changes. */
  readonly set: (change: Partial<State>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      const next = keepEqual(state, { ...state, ...change });
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
