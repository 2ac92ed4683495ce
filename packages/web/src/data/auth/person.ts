import { isObject } from '@berth/contract/profile/nodes';
import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'person';

/** The logged-in person, from the provider's claims. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly permissions: readonly string[];
}
const listeners = new Set<() => void>();
let cached: { text: string; person: Person } | undefined;

/** Stores the logged-in person; null on logout. Notifies listeners (spec chapter 4, login and logout events). */
export function storePerson(person: Person | null): void {
  if (person) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(person));
  else sessionStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

/** The logged-in person; null when no one is logged in. */
export function currentPerson(): Person | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return null;
  if (cached?.text !== text) cached = { text, person: JSON.parse(text) };
  return cached.person;
}

/** Whether someone is logged in: the page's `authenticated` flag. */
export function isAuthenticated(): boolean {
  return currentPerson() !== null;
}

/** Calls the listener after each login and logout; returns a function that unsubscribes. */
export function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePerson(): Person | null {
  return useSyncExternalStore(onPersonChange, currentPerson);
}

/** The claims of a JWT, unverified: the client only shows them, the server verifies them. Empty for an opaque token. */
export function readClaims(token: string): Record<string, unknown> {
  const [, payload] = token.split('.');
  if (payload === undefined) return {};
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The person in the provider's claims. Claims of the access token take precedence over the ID token's. */
export function personOf(accessToken: string, idClaims: Readonly<Record<string, unknown>>): Person {
  const claims = { ...idClaims, ...readClaims(accessToken) };
  const permissions = Array.isArray(claims.permissions)
    ? claims.permissions.filter((each) => typeof each === 'string')
    : [];
  const email = typeof claims.email === 'string' ? claims.email : '';
  return { id: typeof claims.sub === 'string' ? claims.sub : '', email, permissions };
}
