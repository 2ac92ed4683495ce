import type { Area } from '@berth/web/i18n/keys.ts';
import { loadTexts } from '@berth/web/i18n/store.ts';
import { type ComponentType, lazy, useSyncExternalStore } from 'react';

/** The page's path as a store: all the routing that the session needs. */
const listeners = new Set<() => void>();

/** Shows another screen without reloading the page. */
export function navigate(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', path);
  else history.replaceState(null, '', path);
  for (const listener of listeners) listener();
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
}

/** A part of the session as a separate chunk, loaded together with its texts. */
export function lazyScreen<P extends object = object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  ...areas: Area[]
) {
  return lazy(async () => {
    await loadTexts(areas);
    return load();
  });
}
