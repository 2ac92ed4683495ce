import { useSyncExternalStore } from 'react';

/** Who is signed in, as the provider says. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly permissions: readonly string[];
}

const STORAGE_KEY = 'person';
const listeners = new Set<() => void>();
let cached: { text: string; person: Person } | undefined;

/** Keeps who signed in; null signs the person out. Listeners hear of both (spec chapter 4, login and logout events). */
export function storePerson(person: Person | null): void {
  if (person) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(person));
  else sessionStorage.removeItem(STORAGE_KEY);
  for (const listener of listeners) listener();
}

/** Who is signed in; null when nobody is. */
export function currentPerson(): Person | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return null;
  if (cached?.text !== text) cached = { text, person: JSON.parse(text) };
  return cached.person;
}

/** Whether somebody is signed in: the page's `authenticated` flag. */
export function isAuthenticated(): boolean {
  return currentPerson() !== null;
}

/** Calls the listener after each login and logout; returns what ends that. */
function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePerson(): Person | null {
  return useSyncExternalStore(onPersonChange, currentPerson);
}
