import type { Invitation, PendingInvitation, User } from '@berth/contract/api/members';
import { ApiError } from '../../../http/api-error.ts';
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

export function noSuchMember(): ApiError {
  return new ApiError('not-found', 'No member has this email address.');
}

export function noInvitation(): ApiError {
  return new ApiError('not-found', 'Invitation not found, or it is no longer open.');
}

/** The owner cannot be changed and cannot be removed (spec chapter 6). */
export function ownerStays(): ApiError {
  return new ApiError('forbidden', 'The owner of an organization cannot be changed or removed.');
}
