import { MACHINE_VIEWS_MAX } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { type ReactNode, useEffect } from 'react';
import styles from './sidebar.module.css';

const keyOf = (orgId: OrganizationId) => `views:${orgId}`;

/** Number of the organization's saved views when this browser last listed them. */
function knownCount(orgId: OrganizationId): number {
  const count = Number(localStorage.getItem(keyOf(orgId)));
  return Number.isSafeInteger(count) && count > 0 ? Math.min(count, MACHINE_VIEWS_MAX) : 0;
}

/** Remembers the number of saved views for the next page load; undefined while they load. */
export function useKeepCount(orgId: OrganizationId, count: number | undefined): void {
  useEffect(() => {
    if (count !== undefined) localStorage.setItem(keyOf(orgId), String(count));
  }, [orgId, count]);
}

/** Empty rows for the saved views that are still loading, so that the entries below do not move under the pointer. */
export function ViewPlaces({ orgId, more = 0 }: { readonly orgId: OrganizationId; readonly more?: number }): ReactNode {
  const places = Array.from({ length: knownCount(orgId) + more }, (_, place) => `place ${place}`);
  return places.map((place) => <li key={place} className={styles.entry} aria-hidden />);
}
