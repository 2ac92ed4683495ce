import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import type { Tx } from '../db/connection.ts';

/** What a call names: an organisation itself, or something that belongs to one. */
export interface TenantLookup {
  readonly kind: 'organization' | 'profile' | 'machine';
  readonly id: string;
  readonly userId: UserId;
}

/** The organisation whose rows a call may reach, and the caller's role there. */
export interface Membership {
  readonly organizationId: OrganizationId;
  readonly role: Role;
}

/**
 * Finds the tenant of a call; undefined where the thing does not exist or the caller is no member: both answer 404,
 * so that nobody learns what exists elsewhere. The transaction is the user's (as `asUser` gives it): it sees the rows
 * of all organisations that the user belongs to, and nothing else.
 */
export type ResolveTenant = (tx: Tx, lookup: TenantLookup) => Promise<Membership | undefined>;
