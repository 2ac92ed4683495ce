import { Problem } from '../../../http/problem.ts';

export function noSuchMember(): Problem {
  return new Problem('not-found', 'Nobody with this address is a member.');
}

export function noInvitation(): Problem {
  return new Problem('not-found', 'There is no such invitation, or it is no longer open.');
}

/** The owner cannot be changed and cannot be removed (spec chapter 6). */
export function ownerStays(): Problem {
  return new Problem('forbidden', 'The owner of an organization cannot be changed or removed.');
}
