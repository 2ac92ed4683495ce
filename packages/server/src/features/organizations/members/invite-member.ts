import { inviteMember } from '@berth/contract/api/members';
import { ROLE_DEFAULT } from '@berth/contract/rules/permissions';
import { normalizeEmail } from '@berth/contract/rules/text';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { findOrganization } from '../store.ts';
import type { MemberDeps } from './deps.ts';
import { presentPending } from './present.ts';
import { lockMember } from './store.ts';
import { saveInvitation } from './store-invitations.ts';

export function inviteMemberRoute({ mailInvitation }: MemberDeps): Route {
  return route(inviteMember, async ({ body, caller, tx, organizationId, afterCommit }) => {
    const email = normalizeEmail(body.email);
    if (await lockMember(tx, organizationId, email)) {
      throw new ApiError('already-a-member', 'This person is a member already.');
    }
    const organization = await findOrganization(tx, caller.userId, organizationId);
    if (!organization) throw new ApiError('not-found', 'There is no such organization.');
    const { role = ROLE_DEFAULT } = body;
    const row = await saveInvitation(tx, organizationId, { email, role, invitedBy: caller.email });
    const mail = { to: email, inviter: caller, organizationName: organization.name };
    // Not waited for: how a mail server feels today is no part of the answer.
    afterCommit(() => void mailInvitation(mail));
    return presentPending(row);
  });
}
