import { listOrganizations, readOrganization } from '@berth/contract/api/organizations';
import type { MgmtTier } from '@berth/contract/limits';
import type { Database } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import { listQuery, readFields } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { type Caller, type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Sealer } from '../../platform/seal.ts';
import type { MailInvitation, MemberDeps } from './members/mail.ts';
import { memberRoutes } from './members/routes.ts';
import { ORGANIZATION_FIELDS, organizationListing, presentListed, presentOrganization } from './present.ts';
import { changeOrganizationRoute, createOrganizationRoute } from './save-organization.ts';
import {
  changeAuthRoute,
  changeMonitoringRoute,
  changeSwitchesRoute,
  deleteOrganizationRoute,
  readAuthRoute,
  readMonitoringRoute,
  readSwitchesRoute,
} from './settings/settings.ts';
import * as store from './store.ts';
import { findOrganization } from './store.ts';

interface OrganizationDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly sealer: Sealer;
  readonly mailInvitation: MailInvitation;
  readonly requireMailsLeft: MemberDeps['requireMailsLeft'];
  /** The tier of new organizations. */
  readonly defaultTier: MgmtTier;
}

export function organizationRoutes(deps: OrganizationDeps): Route[] {
  const { db, bus, sealer } = deps;
  return [
    createOrganizationRoute(deps.defaultTier),
    listOrganizationsRoute,
    readOrganizationRoute,
    changeOrganizationRoute(bus),
    ...memberRoutes(deps),
    readAuthRoute,
    changeAuthRoute(sealer, bus),
    readSwitchesRoute,
    changeSwitchesRoute(bus),
    readMonitoringRoute,
    changeMonitoringRoute,
    deleteOrganizationRoute(db, bus),
  ];
}

const listOrganizationsRoute = route(listOrganizations, async ({ query, caller, tx }) => {
  const list = listQuery(query.filter, organizationListing);
  const rows = await store.listOrganizations(tx, viewerOf(caller), list);
  return rows.map((row) => pick(presentListed(row), list.fields));
});

/** API keys do not list the invitations of their creator. */
function viewerOf({ userId, email, apiKey }: Caller) {
  return { userId, email: apiKey ? null : email };
}

const readOrganizationRoute = route(readOrganization, async ({ query, caller, tx, organizationId, setEtag }) => {
  const fields = readFields(query.filter, ORGANIZATION_FIELDS);
  const row = await findOrganization(tx, caller.userId, organizationId);
  if (!row) throw new ApiError('not-found', 'Organization not found.');
  setEtag(row.revision);
  return pick(presentOrganization(row), fields);
});
