import type { OrganizationId } from '@berth/contract/ids';
import { currentPerson } from '@berth/web/data/auth/person.ts';
import { useEffect, useSyncExternalStore } from 'react';

/**
 * The active organization of this tab, per person, so that it survives reloads. Session storage has it, because another
 * tab may be in another organization; local storage has that of the tab used last, where new tabs begin.
 */
const listeners = new Set<() => void>();
const NONE = '';

export function activeOrganizationId(): OrganizationId | null {
  const key = storageKey();
  let stored = sessionStorage.getItem(key);
  if (stored === null) {
    stored = localStorage.getItem(key) ?? NONE;
    sessionStorage.setItem(key, stored);
  }
  // Only IDs from the server are stored; an ID that is no longer the user's returns 404.
  return stored === NONE ? null : (stored as OrganizationId);
}

export function activateOrganization(id: OrganizationId | null): void {
  sessionStorage.setItem(storageKey(), id ?? NONE);
  if (id === null) localStorage.removeItem(storageKey());
  else localStorage.setItem(storageKey(), id);
  for (const listener of listeners) listener();
}

export function useActiveOrganizationId(): OrganizationId | null {
  return useSyncExternalStore(subscribe, activeOrganizationId);
}

/** Lets links opened in new tabs lead to the organization of the tab they are opened in: the one with the focus. */
export function useOrganizationOfNewTabs(): void {
  useEffect(() => {
    const note = () => {
      const id = activeOrganizationId();
      if (id !== null) localStorage.setItem(storageKey(), id);
    };
    addEventListener('focus', note);
    return () => removeEventListener('focus', note);
  }, []);
}

function storageKey(): string {
  return `activeOrganization:${currentPerson()?.id ?? ''}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
