import { useSyncExternalStore } from 'react';

/** When the server last stopped responding; null while it responds. */
let silentSince: number | null = null;
const listeners = new Set<() => void>();

/** Records that a call got a response, with any status. */
export function noteAnswer(): void {
  set(null);
}

/** Records that a call got no response. */
export function noteSilence(): void {
  set(silentSince ?? Date.now());
}

/** Since when (milliseconds since the epoch) the server has not responded; null while it does. */
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
