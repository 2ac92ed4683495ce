import type { OrganizationId } from '@berth/contract/ids';
import { currentPerson } from '@berth/web/data/auth/person.ts';
import { useSyncExternalStore } from 'react';

/** The active organization, stored per person, so that it survives reloads. */
const listeners = new Set<() => void>();

export function activeOrganizationId(): OrganizationId | null {
  const stored = localStorage.getItem(storageKey());
  // Only IDs from the server are stored; an ID that is no longer the user's returns 404.
  return stored === null ? null : (stored as OrganizationId);
}

export function activateOrganization(id: OrganizationId | null): void {
  if (id === null) localStorage.removeItem(storageKey());
  else localStorage.setItem(storageKey(), id);
  for (const listener of listeners) listener();
}

export function useActiveOrganizationId(): OrganizationId | null {
  return useSyncExternalStore(subscribe, activeOrganizationId);
}

function storageKey(): string {
  return `activeOrganization:${currentPerson()?.id ?? ''}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
