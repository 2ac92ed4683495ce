import { ROLES, type Role } from '@berth/contract/rules/permissions';

export type GivenRole = Exclude<Role, 'owner'>;

/** Roles that can be assigned; the owner is the creator and stays it (spec chapter 6). */
export const GIVEN_ROLES = ROLES.filter((role): role is GivenRole => role !== 'owner');
