import { listUsers } from '@berth/contract/api/members';
import { type Route, route } from '../../../http/route.ts';
import {
  acceptInvitationRoute,
  declineInvitationRoute,
  inviteMemberRoute,
  listMyInvitationsRoute,
  listPendingRoute,
  withdrawInvitationRoute,
} from './invitations.ts';
import { changeRoleRoute, leaveRoutes, type MemberDeps, removeMemberRoute } from './membership.ts';
import { presentUser } from './present.ts';
import { listMembers } from './store.ts';

export function memberRoutes(deps: MemberDeps): Route[] {
  return [
    listUsersRoute,
    inviteMemberRoute(deps),
    listPendingRoute,
    withdrawInvitationRoute,
    listMyInvitationsRoute,
    acceptInvitationRoute,
    declineInvitationRoute,
    ...leaveRoutes(deps),
    removeMemberRoute(deps),
    changeRoleRoute(deps),
  ];
}

const listUsersRoute = route(listUsers, async ({ tx, organizationId }) => {
  const rows = await listMembers(tx, organizationId);
  return rows.map(presentUser);
});
