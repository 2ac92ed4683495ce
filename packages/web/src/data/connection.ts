import { useSyncExternalStore } from 'react';

/** When the server last stopped answering; null while it answers. */
let silentSince: number | null = null;
const listeners = new Set<() => void>();

/** A call was answered, with whatever status. */
export function noteAnswer(): void {
  set(null);
}

/** A call was not answered. */
export function noteSilence(): void {
  set(silentSince ?? Date.now());
}

/** Since when (milliseconds since the epoch) the server does not answer; null while it does. */
export function useSilentSince(): number | null {
  return useSyncExternalStore(subscribe, () => silentSince);
}

function set(next: number | null): void {
  if (next === silentSince) return;
  silentSince = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
