import { deleteOrganization } from '@berth/contract/api/organization-settings';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import type { Database } from '../../../db/connection.ts';
import { ORGANIZATION_CHANGED, type OrganizationChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Bus } from '../../../platform/bus.ts';
import * as store from './store.ts';

/** Deleting is up to support (spec chapter 6): the platform's administrators, members or not. */
export function deleteOrganizationRoute(db: Database, bus: Bus): Route {
  return route(deleteOrganization, async ({ params, caller, afterCommit }) => {
    if (!caller.permissions.includes(PLATFORM_ADMIN)) {
      throw new ApiError('forbidden', 'Only the support of this installation deletes organizations.');
    }
    if (!(await store.deleteOrganization(db, params.id))) {
      throw new ApiError('not-found', 'There is no such organization.');
    }
    // Its machines ask again where they belong, and find that they belong nowhere.
    afterCommit(() => bus.publish(ORGANIZATION_CHANGED, { organizationId: params.id } satisfies OrganizationChanged));
    return null;
  });
}
