import type { Endpoint } from '@berth/contract/api/endpoint';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import { type Role, roleMay } from '@berth/contract/rules/permissions';
import type { Tx } from '../db/connection.ts';
import { ApiError } from './api-error.ts';

/** What a call names: an organization itself, or something that belongs to one. */
export interface TenantLookup {
  readonly kind: 'organization' | 'profile' | 'machine';
  readonly id: string;
  readonly userId: UserId;
}

/** The organization whose rows a call may reach, and the caller's role there. */
export interface Membership {
  readonly organizationId: OrganizationId;
  readonly role: Role;
}

/**
 * Finds the tenant of a call; undefined where the thing does not exist or the caller is no member: both answer 404,
 * so that nobody learns what exists elsewhere. The transaction is the user's (as `asUser` gives it): it sees the rows
 * of all organizations that the user belongs to, and nothing else.
 */
export type ResolveTenant = (tx: Tx, lookup: TenantLookup) => Promise<Membership | undefined>;

/** Which thing of which tenant a checked call names; undefined where its endpoint has no tenant. */
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

/** Ends the call unless the caller belongs to the tenant and may use the endpoint there. */
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
