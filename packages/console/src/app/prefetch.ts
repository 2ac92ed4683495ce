import type { LoaderFunction } from 'react-router';
import { countsQuery, EVERYTHING } from '../areas/machines/list/counts.ts';
import { invitationsQuery, organizationsQuery, profilesQuery } from '../areas/organizations/queries.ts';
import { activeOrganizationId } from '../data/active-organization.ts';
import { prefetch } from '../data/query.ts';

/**
 * Requests a page's data while its code loads: on a slow computer the replies arrive long before the code, and a page
 * with its data renders once.
 */
export const prefetchOrganizations = prefetching(() => prefetch(organizationsQuery));

export const prefetchInvitations = prefetching(() => prefetch(invitationsQuery));

export const prefetchProfiles = prefetching(() => {
  const orgId = activeOrganizationId();
  if (orgId !== null) prefetch(profilesQuery(orgId));
});

export const prefetchMachines = prefetching(() => {
  const orgId = activeOrganizationId();
  if (orgId === null) return;
  prefetch(profilesQuery(orgId));
  prefetch(countsQuery(orgId, EVERYTHING));
});

/** A loader that does not wait. */
function prefetching(ask: () => void): LoaderFunction {
  return () => {
    ask();
    return null;
  };
}
