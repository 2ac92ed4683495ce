import { ApiError } from '../../../http/api-error.ts';

export function noSuchMember(): ApiError {
  return new ApiError('not-found', 'Nobody with this address is a member.');
}

export function noInvitation(): ApiError {
  return new ApiError('not-found', 'There is no such invitation, or it is no longer open.');
}

/** The owner cannot be changed and cannot be removed (spec chapter 6). */
export function ownerStays(): ApiError {
  return new ApiError('forbidden', 'The owner of an organization cannot be changed or removed.');
}
