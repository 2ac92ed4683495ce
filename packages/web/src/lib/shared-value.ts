import { useSyncExternalStore } from 'react';

/** A value that code outside React sets and components follow. */
export interface SharedValue<Value> {
  readonly get: () => Value;
  /** Setting the same value again notifies nobody. */
  readonly set: (next: Value) => void;
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The value, in a component: a hook. */
  readonly use: () => Value;
}

/** Creates a shared value. */
export function sharedValue<Value>(initial: Value): SharedValue<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
