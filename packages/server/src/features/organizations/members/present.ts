import type { Invitation, PendingInvitation, User } from '@berth/contract/api/members';
import type { MemberRow } from './store.ts';
import type { InvitationRow, OwnInvitationRow } from './store-invitations.ts';

export function presentUser({ email, role, created_at }: MemberRow): User {
  return { email, role, joinedAt: created_at };
}

export function presentPending(row: InvitationRow): PendingInvitation {
  const { email, role, invited_by, created_at } = row;
  return { email, role, invitedBy: invited_by, createdAt: created_at };
}

export function presentInvitation(row: OwnInvitationRow): Invitation {
  const { organization_id, name, role, invited_by, created_at } = row;
  return {
    organization: { id: organization_id, name },
    role,
    invitedBy: invited_by,
    createdAt: created_at,
  };
}
