import type { LoaderFunction } from 'react-router';
import { countsQuery, EVERYTHING } from '../areas/machines/list/counts.ts';
import { invitationsQuery, organizationsQuery, profilesQuery } from '../areas/organizations/queries.ts';
import { activeOrganizationId } from '../data/active-organization.ts';
import { prefetch } from '../data/query.ts';

/**
 * What pages are about to show, asked for beside their code and not after it: on a slow computer that is there long
 * after the replies, and a page that has them is drawn once.
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

/** A loader that waits for nothing. */
function prefetching(ask: () => void): LoaderFunction {
  return () => {
    ask();
    return null;
  };
}
