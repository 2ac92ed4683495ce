import type { Endpoint } from '@berth/contract/api/endpoint';
import type { OrganizationId } from '@berth/contract/ids';
import type { Role } from '@berth/contract/rules/permissions';
import type { Database, Tx } from '../db/connection.ts';
import { asUser, enterTenant } from '../db/transaction.ts';
import { requireHeld } from './authentication.ts';
import type { Caller } from './route.ts';
import { checkMembership, namedTenant, type ResolveTenant } from './tenancy.ts';

/** The handler's database access, as declared by its endpoint. */
export interface Scope {
  readonly tx: Tx | undefined;
  readonly organizationId: OrganizationId | undefined;
  readonly role: Role | undefined;
}

const NONE: Scope = { tx: undefined, organizationId: undefined, role: undefined };

/**
 * Runs in the transaction of an endpoint's tenant: none, the person's, or one organization's after checking the
 * caller's membership and permission. Commits when `run` resolves.
 */
export function inScope<T>(
  deps: { readonly db: Database; readonly resolveTenant: ResolveTenant },
  endpoint: Endpoint,
  input: { readonly params: unknown; readonly body: unknown },
  caller: Caller | undefined,
  run: (scope: Scope) => Promise<T>,
): Promise<T> {
  if (endpoint.tenant.kind === 'none' || !caller) return run(NONE);
  const { userId } = caller;
  const named = namedTenant(endpoint, input);
  return asUser(deps.db, { userId }, async (tx) => {
    if (caller.apiKey) {
      // An API key only sees its organization, and only while its creator is a member.
      const { organizationId: id } = caller.apiKey;
      await enterTenant(tx, id, userId);
      if (!named) checkMembership(endpoint, await deps.resolveTenant(tx, { kind: 'organization', id, userId }));
    }
    if (!named) return run({ ...NONE, tx });
    const { organizationId, role } = checkMembership(endpoint, await deps.resolveTenant(tx, { ...named, userId }));
    requireHeld(endpoint, input.body, caller, role);
    return run({ tx, organizationId, role });
  });
}
