import type { Route } from '../../../http/route.ts';
import { changeRoleRoute } from './change-role.ts';
import type { MemberDeps } from './deps.ts';
import { inviteMemberRoute } from './invite-member.ts';
import { leaveRoutes } from './leave-organization.ts';
import { listPendingRoute } from './list-pending.ts';
import { listUsersRoute } from './list-users.ts';
import { acceptInvitationRoute, declineInvitationRoute, listMyInvitationsRoute } from './own-invitations.ts';
import { removeMemberRoute } from './remove-member.ts';
import { withdrawInvitationRoute } from './withdraw-invitation.ts';

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
