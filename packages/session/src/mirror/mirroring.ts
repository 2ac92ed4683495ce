import { useSyncExternalStore } from 'react';
import type { MirrorHost } from './host.ts';
import { type HostState, NO_GUESTS } from './host-state.ts';

interface Mirroring {
  readonly host: MirrorHost | null;
  /** The page that guests open. */
  readonly address: string;
}

let current: Mirroring = { host: null, address: '' };
const listeners = new Set<() => void>();

/** Publishes that mirroring started or ended. */
export function setMirroring(next: Mirroring): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The machine's mirroring; `host` is null until it has started. */
export function useMirroring(): Mirroring {
  return useSyncExternalStore(subscribe, () => current);
}

const never = () => () => {};

/** Guests and requests of a host; empty without a host. */
export function useHostState(host: MirrorHost | null): HostState {
  return useSyncExternalStore(host?.state.subscribe ?? never, () => host?.state.get() ?? NO_GUESTS);
}
