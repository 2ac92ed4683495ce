import {
  changeAuth,
  changeMonitoring,
  changeSwitches,
  deleteOrganization,
  readAuth,
  readMonitoring,
  readSwitches,
} from '@berth/contract/api/organization-settings';
import { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import type { Database } from '../../../db/connection.ts';
import { ORGANIZATION_CHANGED, type OrganizationChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Sealer } from '../../../platform/seal.ts';
import { settingsDocument } from '../../../platform/settings-document.ts';
import * as store from './store.ts';
import {
  findAlwaysOnTags,
  findAuth,
  findShellCommands,
  lockAuth,
  saveAuth,
  setAlwaysOnTags,
  setShellCommands,
} from './store.ts';

const authSettings = settingsDocument(OrganizationAuth);

export const readAuthRoute = route(readAuth, async ({ tx, organizationId, setEtag }) => {
  const row = await findAuth(tx, organizationId);
  if (!row) throw notFound();
  setEtag(row.revision);
  return { data: authSettings.mask(row.auth) };
});

export function changeAuthRoute(sealer: Sealer, bus: Bus): Route {
  return route(changeAuth, async ({ body, ifMatch, tx, organizationId, setEtag, afterCommit, audit }) => {
    const before = await lockAuth(tx, organizationId);
    if (!before) throw notFound();
    if (ifMatch !== undefined && ifMatch !== String(before.revision)) {
      throw new ApiError('revision-conflict', 'Someone else changed the login settings in the meantime.');
    }
    const { document, faults } = authSettings.next(sealer, organizationId, before.auth, body);
    if (faults.length > 0) throw new ApiError('invalid-profile', 'The login settings are not valid.', faults);
    await saveAuth(tx, organizationId, document);
    audit(authSettings.noteOf(before.auth, document));
    afterCommit(() => bus.publish(ORGANIZATION_CHANGED, { organizationId } satisfies OrganizationChanged));
    setEtag(before.revision + 1);
    return { data: authSettings.mask(document) };
  });
}

function notFound(): ApiError {
  return new ApiError('not-found', 'Organization not found.');
}

export const readSwitchesRoute = route(readSwitches, async ({ tx, organizationId }) => ({
  shellCommands: await findShellCommands(tx, organizationId),
}));

export function changeSwitchesRoute(bus: Bus): Route {
  return route(changeSwitches, async ({ body, tx, organizationId, afterCommit, audit }) => {
    audit({ before: { shellCommands: await findShellCommands(tx, organizationId) }, after: body });
    await setShellCommands(tx, organizationId, body.shellCommands);
    // Open terminals end.
    afterCommit(() => bus.publish(ORGANIZATION_CHANGED, { organizationId } satisfies OrganizationChanged));
    return { shellCommands: body.shellCommands };
  });
}

export const readMonitoringRoute = route(readMonitoring, async ({ tx, organizationId }) => ({
  alwaysOnTags: await findAlwaysOnTags(tx, organizationId),
}));

export const changeMonitoringRoute = route(changeMonitoring, async ({ body, tx, organizationId, audit }) => {
  audit({ before: { alwaysOnTags: await findAlwaysOnTags(tx, organizationId) }, after: body });
  await setAlwaysOnTags(tx, organizationId, body.alwaysOnTags);
  return body;
});

/** Only support can delete an organization (spec chapter 6): platform administrators, members or not. */
export function deleteOrganizationRoute(db: Database, bus: Bus): Route {
  return route(deleteOrganization, async ({ params, caller, afterCommit }) => {
    if (!caller.permissions.includes(PLATFORM_ADMIN)) {
      throw new ApiError('forbidden', 'Only support can delete an organization.');
    }
    if (!(await store.deleteOrganization(db, params.id))) {
      throw new ApiError('not-found', 'Organization not found.');
    }
    // Its machines look up their organization again and find none.
    afterCommit(() => bus.publish(ORGANIZATION_CHANGED, { organizationId: params.id } satisfies OrganizationChanged));
    return null;
  });
}
