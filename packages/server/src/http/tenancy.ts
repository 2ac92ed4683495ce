import type { Endpoint } from '@berth/contract/api/endpoint';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import { type Role, roleMay } from '@berth/contract/rules/permissions';
import type { Tx } from '../db/connection.ts';
import { ApiError } from './api-error.ts';

/** What a call addresses: an organization, or an object of one. */
export interface TenantLookup {
  readonly kind: 'organization' | 'profile' | 'machine';
  readonly id: string;
  readonly userId: UserId;
}

/** The organization that a call may access, and the caller's role in it. */
export interface Membership {
  readonly organizationId: OrganizationId;
  readonly role: Role;
}

/**
 * Finds the tenant of a call and limits the transaction to it; undefined if the object does not exist or the caller is not a member. Both return 404, so
 * that callers learn nothing about other tenants. The transaction (from `asUser`) sees only the rows of the user's
 * organizations.
 */
export type ResolveTenant = (tx: Tx, lookup: TenantLookup) => Promise<Membership | undefined>;

/** The object and kind of tenant that a validated call addresses; undefined if its endpoint has no tenant. */
export function namedTenant(
  { tenant }: Endpoint,
  input: { readonly params: unknown; readonly body: unknown },
): Omit<TenantLookup, 'userId'> | undefined {
  switch (tenant.kind) {
    case 'none':
    case 'user':
      return undefined;
    case 'body':
      return { kind: 'organization', id: textAt(input.body, tenant.field) };
    default:
      return { kind: tenant.kind, id: textAt(input.params, tenant.param) };
  }
}

/** Throws unless the caller is a member of the tenant with the endpoint's permission. */
export function checkMembership(endpoint: Endpoint, membership: Membership | undefined): Membership {
  if (!membership) {
    throw new ApiError('not-found', 'Not found.');
  }
  if (endpoint.permission !== null && !roleMay(membership.role, endpoint.permission)) {
    throw new ApiError('forbidden', `Your role in this organization (${membership.role}) does not allow this.`);
  }
  return membership;
}

function textAt(value: unknown, key: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  if (typeof found !== 'string') throw new TypeError(`The declaration names ${key} as the tenant, which is no text`);
  return found;
}
