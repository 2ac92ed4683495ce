import { changeRole, leaveByGet, leaveOrganization, removeMember } from '@berth/contract/api/members';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Tx } from '../../../db/connection.ts';
import { MEMBER_CHANGED, type MemberChanged } from '../../../gateway/topics.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Bus } from '../../../platform/bus.ts';
import { noSuchMember, ownerStays, presentUser } from './present.ts';
import { advanceOrganization, deleteMember, lockMember, setRole } from './store.ts';

/** Mails an invitation in the language of the invited person, or else of the inviter. */
export type MailInvitation = (mail: {
  readonly to: string;
  readonly inviter: { readonly userId: string; readonly email: string };
  readonly organizationName: string;
}) => Promise<void>;

export interface MemberDeps {
  readonly bus: Bus;
  readonly mailInvitation: MailInvitation;
}

export function changeRoleRoute({ bus }: MemberDeps): Route {
  return route(changeRole, async ({ body, tx, organizationId, afterCommit, audit }) => {
    const { role } = body;
    const member = await lockMember(tx, organizationId, body.email);
    if (!member) throw noSuchMember();
    if (member.role === 'owner') throw ownerStays();
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

export function removeMemberRoute({ bus }: MemberDeps): Route {
  return route(removeMember, async (call) => {
    const member = await lockMember(call.tx, call.organizationId, call.body.email);
    if (!member) throw noSuchMember();
    if (member.role === 'owner') throw ownerStays();
    await endMembership(bus, call, member.user_id);
    return null;
  });
}

export function leaveRoutes({ bus }: MemberDeps): Route[] {
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
