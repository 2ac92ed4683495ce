import { changeAuth, readAuth } from '@berth/contract/api/organization-settings';
import { OrganizationAuth } from '@berth/contract/profile/organization-auth';
import { ORGANIZATION_CHANGED, type OrganizationChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { Bus } from '../../../platform/bus.ts';
import type { Sealer } from '../../../platform/seal.ts';
import { settingsDocument } from '../../../platform/settings-document.ts';
import { findAuth, lockAuth, saveAuth } from './store.ts';

const authSettings = settingsDocument(OrganizationAuth);

export const readAuthRoute = route(readAuth, async ({ tx, organizationId, setEtag }) => {
  const row = await findAuth(tx, organizationId);
  if (!row) throw notFound();
  setEtag(row.revision);
  return { data: authSettings.mask(row.auth) };
});

export function changeAuthRoute(sealer: Sealer, bus: Bus): Route {
  return route(changeAuth, async ({ body, ifMatch, tx, organizationId, setEtag, afterCommit }) => {
    const before = await lockAuth(tx, organizationId);
    if (!before) throw notFound();
    if (ifMatch !== undefined && ifMatch !== String(before.revision)) {
      throw new ApiError('revision-conflict', 'Somebody else changed the login settings meanwhile.');
    }
    const { document, faults } = authSettings.next(sealer, organizationId, before.auth, body);
    if (faults.length > 0) throw new ApiError('invalid-profile', 'The login settings are not valid.', faults);
    await saveAuth(tx, organizationId, document);
    afterCommit(() => bus.publish(ORGANIZATION_CHANGED, { organizationId } satisfies OrganizationChanged));
    setEtag(before.revision + 1);
    return { data: authSettings.mask(document) };
  });
}

function notFound(): ApiError {
  return new ApiError('not-found', 'There is no such organization.');
}
