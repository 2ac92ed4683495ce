import { changeOrganization } from '@berth/contract/api/organizations';
import { ORGANIZATION_CHANGED, type OrganizationChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import { orNameTaken } from './name-taken.ts';
import { presentOrganization } from './present.ts';
import { unchangeableFaults } from './rules.ts';
import { lockOrganization, renameOrganization } from './store.ts';

export function changeOrganizationRoute(bus: Bus): Route {
  return route(changeOrganization, async (call) => {
    const { body, caller, tx, organizationId, ifMatch } = call;
    const row = await lockOrganization(tx, caller.userId, organizationId);
    if (!row) throw new ApiError('not-found', 'There is no such organization.');
    if (ifMatch !== undefined && ifMatch !== String(row.revision)) {
      throw new ApiError('revision-conflict', 'Somebody else changed the organization meanwhile.');
    }
    const faults = unchangeableFaults(presentOrganization(row), body);
    if (faults.length > 0) throw new ApiError('invalid-input', 'Only the name can be changed by this call.', faults);

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
