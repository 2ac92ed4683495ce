import type { Invitation, PendingInvitation } from '@berth/contract/api/members';
import {
  acceptInvitation,
  declineInvitation,
  inviteMember,
  listMyInvitations,
  listPendingInvitations,
  withdrawInvitation,
} from '@berth/contract/api/members';
import { ROLE_DEFAULT } from '@berth/contract/rules/permissions';
import { normalizeEmail } from '@berth/contract/rules/text';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import { findOrganization } from '../store.ts';
import type { MemberDeps } from './mail.ts';
import * as store from './store.ts';
import {
  deleteInvitation,
  type InvitationRow,
  listInvitations,
  lockMember,
  type OwnInvitationRow,
  saveInvitation,
} from './store.ts';

export function inviteMemberRoute({ mailInvitation, requireMailsLeft }: MemberDeps): Route {
  return route(inviteMember, async ({ body, caller, tx, organizationId, afterCommit }) => {
    const email = normalizeEmail(body.email);
    if (await lockMember(tx, organizationId, email)) {
      throw new ApiError('already-a-member', 'This person is already a member.');
    }
    const organization = await findOrganization(tx, caller.userId, organizationId);
    if (!organization) throw new ApiError('not-found', 'Organization not found.');
    // Counted when it is mailed: a dry run mails nothing.
    await requireMailsLeft(caller.userId, email);
    const { role = ROLE_DEFAULT } = body;
    const row = await saveInvitation(tx, organizationId, { email, role, invitedBy: caller.email });
    const mail = { to: email, inviter: caller, organizationName: organization.name };
    // Queued, not sent: a slow mail server does not delay the reply.
    afterCommit(() => mailInvitation(mail));
    return presentPending(row);
  });
}

export const listPendingRoute = route(listPendingInvitations, async ({ tx, organizationId }) => {
  const rows = await listInvitations(tx, organizationId);
  return { data: rows.map(presentPending) };
});

export const withdrawInvitationRoute = route(withdrawInvitation, async ({ body, tx, organizationId }) => {
  if (!(await deleteInvitation(tx, organizationId, normalizeEmail(body.email)))) throw noInvitation();
  return null;
});

export const listMyInvitationsRoute = route(listMyInvitations, async ({ caller, tx }) => {
  const rows = await store.listOwnInvitations(tx, caller.email);
  return { data: rows.map(presentInvitation) };
});

export const acceptInvitationRoute = route(acceptInvitation, async ({ params, caller, tx }) => {
  if (!(await store.acceptInvitation(tx, params.id, caller.email))) throw noInvitation();
  return { data: { id: params.id } };
});

export const declineInvitationRoute = route(declineInvitation, async ({ params, caller, tx }) => {
  if (!(await store.declineInvitation(tx, params.id, caller.email))) throw noInvitation();
  return null;
});

function presentPending(row: InvitationRow): PendingInvitation {
  const { email, role, invited_by, created_at } = row;
  return { email, role, invitedBy: invited_by, createdAt: created_at };
}

function presentInvitation(row: OwnInvitationRow): Invitation {
  const { organization_id, name, role, invited_by, created_at } = row;
  return {
    organization: { id: organization_id, name },
    role,
    invitedBy: invited_by,
    createdAt: created_at,
  };
}

function noInvitation(): ApiError {
  return new ApiError('not-found', 'Invitation not found, or it is no longer open.');
}
