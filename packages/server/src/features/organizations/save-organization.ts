import { randomUUID } from 'node:crypto';
import { changeOrganization, createOrganization, type Organization } from '@berth/contract/api/organizations';
import type { Fault } from '@berth/contract/errors';
import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import { normalizeEmail } from '@berth/contract/rules/text';
import { violatedConstraint } from '../../db/transaction.ts';
import { ORGANIZATION_CHANGED, type OrganizationChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import { presentOrganization } from './present.ts';
import { insertOrganization, lockOrganization, renameOrganization } from './store.ts';

export function createOrganizationRoute(defaultTier: MgmtTier): Route {
  return route(createOrganization, async ({ body, caller, tx, audit }) => {
    if (body.owner && normalizeEmail(body.owner.email) !== normalizeEmail(caller.email)) {
      throw new ApiError('forbidden', 'The owner must be the person who creates the organization.');
    }
    const id = randomUUID() as OrganizationId;
    const name = body.name.normalize('NFC');
    await orNameTaken(insertOrganization(tx, { id, name, email: caller.email, tier: defaultTier }));
    // One entry in the new organization's log, one in the person's own.
    audit({ organizationId: id, target: { kind: 'organization', id } });
    audit({ target: { kind: 'organization', id } });
    return { data: { id } };
  });
}

export function changeOrganizationRoute(bus: Bus): Route {
  return route(changeOrganization, async (call) => {
    const { body, caller, tx, organizationId, ifMatch } = call;
    const row = await lockOrganization(tx, caller.userId, organizationId);
    if (!row) throw new ApiError('not-found', 'Organization not found.');
    if (ifMatch !== undefined && ifMatch !== String(row.revision)) {
      throw new ApiError('revision-conflict', 'Someone else changed the organization in the meantime.');
    }
    const faults = unchangeableFaults(presentOrganization(row), body);
    if (faults.length > 0) throw new ApiError('invalid-input', 'This call can change the name only.', faults);

    const name = body.name.normalize('NFC');
    if (name !== row.name) await orNameTaken(renameOrganization(tx, organizationId, name));
    const revision = name === row.name ? row.revision : row.revision + 1;
    if (revision !== row.revision) {
      call.afterCommit(() => bus.publish(ORGANIZATION_CHANGED, { organizationId } satisfies OrganizationChanged));
    }
    call.audit({ before: { name: row.name }, after: { name } });
    call.setEtag(revision);
    return presentOrganization({ ...row, name, revision });
  });
}

/**
 * A rename sends back the whole organization (spec). Returns a fault for each other field that differs: ignoring it
 * would look like success.
 */
function unchangeableFaults(current: Organization, sent: Partial<Organization>): Fault[] {
  const { name: _name, ...rest } = sent;
  return Object.entries(rest)
    .filter(([field, value]) => !same(value, current[field as keyof Organization]))
    .map(([field]) => ({ path: `/${field}`, rule: 'unchangeable', message: 'cannot be changed with this call' }));
}

function same(sent: unknown, current: unknown): boolean {
  return JSON.stringify(sorted(sent)) === JSON.stringify(sorted(current));
}

// Member lists are sets, and objects have no order.
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => JSON.stringify(sorted(entry))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Throws if the person already has an organization with this name. */
async function orNameTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'organizations_owner_name') throw error;
    throw new ApiError('name-taken', 'An organization with this name already exists.');
  }
}
