import { listMyInvitations } from '@berth/contract/api/members';
import { listOrganizations, type Organization } from '@berth/contract/api/organizations';
import { listOrganizationProfiles } from '@berth/contract/api/profiles';
import type { OrganizationId } from '@berth/contract/ids';
import { isMemberOf, type Permission, roleMay } from '@berth/contract/rules/permissions';
import { call } from '@berth/web/data/call.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { activateOrganization, useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryClient, queryKey, read } from '../../data/query.ts';

/** The organizations a person belongs to, by name. */
export const organizationsQuery = queryOptions<Organization[]>({
  queryKey: queryKey(listOrganizations, {}),
  // Those that invited the person come with who invited them, from the list of invitations.
  queryFn: async ({ signal }) => (await call(listOrganizations, { signal })).filter(isMemberOf),
});

/** The organizations that wait for a person's answer. */
export const invitationsQuery = read(listMyInvitations);

export function profilesQuery(orgId: OrganizationId) {
  return read(listOrganizationProfiles, { params: { orgId } });
}

/** The organization a person works in; undefined until the list is there. */
export function useActiveOrganization(): Organization | undefined {
  const id = useActiveOrganizationId();
  const { data } = useQuery(organizationsQuery);
  return data?.find((organization) => organization.id === id);
}

/** Whether the person's role in the active organization may do this; no while that is not known. */
export function useMay(permission: Permission): boolean {
  const organization = useActiveOrganization();
  return organization !== undefined && roleMay(organization.role, permission);
}

/** Works in an organization from now on; its profiles are loaded with it (spec chapter 4). */
export function chooseOrganization(id: OrganizationId): void {
  activateOrganization(id);
  void queryClient.prefetchQuery(profilesQuery(id));
}

/** The organizations a person belongs to; undefined until the list is there. */
export function useOrganizations(): readonly Organization[] | undefined {
  return useQuery(organizationsQuery).data;
}
