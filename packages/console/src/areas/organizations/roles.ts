import { ROLES, type Role } from '@berth/contract/rules/permissions';

export type GivenRole = Exclude<Role, 'owner'>;

/** What a member can be; the owner is the creator, and stays it (spec chapter 6). */
export const GIVEN_ROLES = ROLES.filter((role): role is GivenRole => role !== 'owner');
