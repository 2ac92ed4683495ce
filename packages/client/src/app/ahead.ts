import type { LoaderFunction } from 'react-router';
import { countsQuery, EVERYTHING } from '../console/machines/list/counts.ts';
import { invitationsQuery, organizationsQuery, profilesQuery } from '../console/organizations/queries.ts';
import { activeOrganizationId } from '../data/active-organization.ts';
import { begin } from '../data/query.ts';

/**
 * What pages are about to show, asked for beside their code and not after it: on a slow computer that is there long
 * after the replies, and a page that has them is drawn once.
 */
export const beginOrganizations = beginning(() => begin(organizationsQuery));

export const beginInvitations = beginning(() => begin(invitationsQuery));

export const beginProfiles = beginning(() => {
  const orgId = activeOrganizationId();
  if (orgId !== null) begin(profilesQuery(orgId));
});

export const beginMachines = beginning(() => {
  const orgId = activeOrganizationId();
  if (orgId === null) return;
  begin(profilesQuery(orgId));
  begin(countsQuery(orgId, EVERYTHING));
});

/** A loader that waits for nothing. */
function beginning(ask: () => void): LoaderFunction {
  return () => {
    ask();
    return null;
  };
}
