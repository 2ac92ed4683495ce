import { listTags, summarizeMachines } from '@berth/contract/api/fleet';
import { listMyInvitations } from '@berth/contract/api/members';
import { listOrganizations, type Organization } from '@berth/contract/api/organizations';
import { allPages } from '@berth/contract/api/pages';
import { listOrganizationProfiles, type ProfileSummary } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import { isMemberOf, type Permission, roleMay } from '@berth/contract/rules/permissions';
import { call } from '@berth/web/data/call.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activateOrganization, activeOrganizationId, useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryClient, queryKey, read } from '../../data/query.ts';

/** The user's organizations, by name. */
export const organizationsQuery = queryOptions<Organization[]>({
  queryKey: queryKey(listOrganizations, {}),
  // Organizations of pending invitations come with the inviter, from the list of invitations.
  queryFn: async ({ signal }) =>
    (await allPages((filter) => call(listOrganizations, { query: { filter }, signal }))).filter(isMemberOf),
});

/** Organizations awaiting the user's answer. */
export const invitationsQuery = read(listMyInvitations);

export function profilesQuery(orgId: OrganizationId) {
  return queryOptions<ProfileSummary[]>({
    queryKey: queryKey(listOrganizationProfiles, { params: { orgId } }),
    queryFn: ({ signal }) =>
      allPages((filter) => call(listOrganizationProfiles, { params: { orgId }, query: { filter }, signal })),
  });
}

/** The active organization; undefined until the list is loaded. */
export function useActiveOrganization(): Organization | undefined {
  const id = useActiveOrganizationId();
  const { data } = useQuery(organizationsQuery);
  return data?.find((organization) => organization.id === id);
}

/** Whether the user's role in the active organization has this permission; false while unknown. */
export function useMay(permission: Permission): boolean {
  const organization = useActiveOrganization();
  return organization !== undefined && roleMay(organization.role, permission);
}

/**
 * Whether the user's role may still arrive: until then, what needs a permission is missing and would appear later. Pages
 * wait for it by themselves (PagesWait); only what is outside of them asks.
 */
export function useIsRolePending(): boolean {
  return useQuery(organizationsQuery).isPending;
}

/** Makes an organization active; its profiles are loaded with it (spec chapter 4). */
export function chooseOrganization(id: OrganizationId): void {
  activateOrganization(id);
  void queryClient.prefetchQuery(profilesQuery(id));
}

/** Makes the organization of an opened page active: a link may lead into another one than the active. */
export function useEnterOrganization(id: OrganizationId): void {
  const isMember = useOrganizations()?.some((each) => each.id === id) ?? false;
  // Once: a later choice in the menu stands while its page loads.
  useEffect(() => {
    if (isMember && activeOrganizationId() !== id) chooseOrganization(id);
  }, [isMember, id]);
}

/** The user's organizations; undefined until the list is loaded. */
export function useOrganizations(): readonly Organization[] | undefined {
  return useQuery(organizationsQuery).data;
}

/** The condition that matches every machine. */
export const EVERYTHING = {};
/** The condition of a list of machines without filters (spec chapter 9, device list). */
export const RECENT = { unseen: false };

/** Number of matching machines by state. */
export function countsQuery(orgId: OrganizationId, where: object) {
  return read(summarizeMachines, { params: { orgId }, query: { filter: JSON.stringify({ where }) } });
}

/** Every tag, with how many of its machines a condition finds. */
export function tagCountsQuery(orgId: OrganizationId, where: object) {
  return read(listTags, { params: { orgId }, query: { filter: JSON.stringify({ where }) } });
}
