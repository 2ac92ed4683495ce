import { randomUUID } from 'node:crypto';
import { createOrganization } from '@berth/contract/api/organizations';
import type { OrganizationId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import { normalizeEmail } from '@berth/contract/rules/text';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import { orNameTaken } from './name-taken.ts';
import { foundOrganization } from './store.ts';

export function createOrganizationRoute(defaultTier: MgmtTier): Route {
  return route(createOrganization, async ({ body, caller, tx, audit }) => {
    if (body.owner && normalizeEmail(body.owner.email) !== normalizeEmail(caller.email)) {
      throw new ApiError('forbidden', 'Whoever creates an organization is its owner.');
    }
    const id = randomUUID() as OrganizationId;
    const name = body.name.normalize('NFC');
    await orNameTaken(foundOrganization(tx, { id, name, email: caller.email, tier: defaultTier }));
    // In the new organization's log, and in the person's own.
    audit({ organizationId: id, target: { kind: 'organization', id } });
    audit({ target: { kind: 'organization', id } });
    return { data: { id } };
  });
}
