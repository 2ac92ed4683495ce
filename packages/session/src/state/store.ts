import { isObject } from '@berth/contract/profile/nodes';
import { sharedValue } from '@berth/web/lib/shared-value.ts';

/** A value with subscriptions to its parts. */
export interface Store<State extends object> {
  readonly get: () => State;
  /** Replaces fields; notifies listeners only of real changes. */
  readonly set: (change: Partial<State>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State extends object>(initial: State): Store<State> {
  const { get, set, subscribe } = sharedValue(initial);
  return { get, subscribe, set: (change) => set(keepEqual(get(), { ...get(), ...change })) };
}

/**
 * The new value, built from the old one's parts wherever they are equal. Unchanged parts keep their identity, so that
 * their components do not render again. For JSON values.
 */
export function keepEqual<Value>(before: unknown, next: Value): Value {
  if (Object.is(before, next)) return next;
  if (Array.isArray(next)) {
    if (!Array.isArray(before)) return next;
    const kept = next.map((entry, index) => keepEqual(before[index], entry));
    return same(
      before,
      kept,
      before.length === next.length && kept.every((entry, index) => Object.is(entry, before[index])),
    );
  }
  if (!isObject(next) || !isObject(before)) return next;
  const kept = Object.fromEntries(Object.entries(next).map(([key, entry]) => [key, keepEqual(before[key], entry)]));
  const keys = Object.keys(kept);
  const isSame = (key: string) => Object.hasOwn(before, key) && Object.is(before[key], kept[key]);
  return same(before, kept, keys.length === Object.keys(before).length && keys.every(isSame));
}

function same<Value>(before: unknown, kept: unknown, isSame: boolean): Value {
  return (isSame ? before : kept) as Value;
}
