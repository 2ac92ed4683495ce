import {
  changeRole,
  leaveByGet,
  leaveOrganization,
  listUsers,
  removeMember,
  type User,
} from '@berth/contract/api/members';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Tx } from '../../../db/connection.ts';
import { MEMBER_CHANGED, type MemberChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Bus } from '../../../platform/bus.ts';
import {
  acceptInvitationRoute,
  declineInvitationRoute,
  inviteMemberRoute,
  listMyInvitationsRoute,
  listPendingRoute,
  withdrawInvitationRoute,
} from './invitations.ts';
import type { MemberDeps } from './mail.ts';
import { advanceOrganization, deleteMember, listMembers, lockMember, type MemberRow, setRole } from './store.ts';

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

function changeRoleRoute({ bus }: MemberDeps): Route {
  return route(changeRole, async ({ body, tx, organizationId, afterCommit, audit }) => {
    const { role } = body;
    const member = await lockMember(tx, organizationId, body.email);
    if (!member) throw noSuchMember();
    if (member.role === 'owner') throw ownerIsFixed();
    if (member.role !== role) {
      await setRole(tx, organizationId, member.user_id, role);
      await advanceOrganization(tx, organizationId);
      const event: MemberChanged = { organizationId, userId: member.user_id, role };
      afterCommit(() => bus.publish(MEMBER_CHANGED, event));
    }
    audit({ before: { email: member.email, role: member.role }, after: { email: member.email, role } });
    return presentUser({ ...member, role });
  });
}

function removeMemberRoute({ bus }: MemberDeps): Route {
  return route(removeMember, async (call) => {
    const member = await lockMember(call.tx, call.organizationId, call.body.email);
    if (!member) throw noSuchMember();
    if (member.role === 'owner') throw ownerIsFixed();
    await endMembership(bus, call, member.user_id);
    return null;
  });
}

function leaveRoutes({ bus }: MemberDeps): Route[] {
  return [leaveOrganization, leaveByGet].map((endpoint) =>
    route(endpoint, async (call) => {
      await endMembership(bus, call, call.caller.userId);
      return null;
    }),
  );
}

/**
 * Ends a membership. Each call checks the membership, so tokens stop working right away; open connections are notified
 * over the bus.
 */
async function endMembership(
  bus: Bus,
  call: { readonly tx: Tx; readonly organizationId: OrganizationId; afterCommit(run: () => void): void },
  userId: UserId,
): Promise<void> {
  const { tx, organizationId } = call;
  await deleteMember(tx, organizationId, userId);
  await advanceOrganization(tx, organizationId);
  const event: MemberChanged = { organizationId, userId, role: null };
  call.afterCommit(() => bus.publish(MEMBER_CHANGED, event));
}

function presentUser({ email, role, created_at }: MemberRow): User {
  return { email, role, joinedAt: created_at };
}

function noSuchMember(): ApiError {
  return new ApiError('not-found', 'No member has this email address.');
}

/** The owner cannot be changed and cannot be removed (spec chapter 6). */
function ownerIsFixed(): ApiError {
  return new ApiError('forbidden', 'The owner of an organization cannot be changed or removed.');
}
