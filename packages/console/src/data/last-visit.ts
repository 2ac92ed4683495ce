import type { OrganizationId } from '@berth/contract/ids';
import { currentPerson } from '@berth/web/data/auth/person.ts';
import { useEffect } from 'react';

/** A visit ends once the console has been closed for this long, so that a reload or a break starts no new one. */
const BREAK_MS = 30 * 60_000;
const EVERY_MS = 60_000;

/** Kept per person and organization on this computer. */
interface Visit {
  /** End of the visit before this one, ISO 8601; null on the first. */
  readonly before: string | null;
  /** When the console was last open, ISO 8601. */
  readonly seen: string;
}

/** When the person's last visit to an organization's console ended; null on the first one. */
export function lastVisit(orgId: OrganizationId): string | null {
  const key = `visit:${currentPerson()?.id ?? ''}:${orgId}`;
  const known = readVisit(localStorage.getItem(key));
  const now = new Date();
  const isOver = known !== null && now.getTime() - Date.parse(known.seen) > BREAK_MS;
  const before = (isOver ? known.seen : known?.before) ?? null;
  localStorage.setItem(key, JSON.stringify({ before, seen: now.toISOString() } satisfies Visit));
  return before;
}

/** Keeps the visit going while the console is visible. */
export function useVisit(orgId: OrganizationId | null): void {
  useEffect(() => {
    if (orgId === null) return;
    const note = () => document.hidden || lastVisit(orgId);
    note();
    const timer = setInterval(note, EVERY_MS);
    return () => clearInterval(timer);
  }, [orgId]);
}

function readVisit(text: string | null): Visit | null {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
