import type { MgmtTier } from '@berth/contract/limits';
import type { Database } from '../../db/connection.ts';
import type { Route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Sealer } from '../../platform/seal.ts';
import { changeOrganizationRoute } from './change-organization.ts';
import { createOrganizationRoute } from './create-organization.ts';
import { listOrganizationsRoute } from './list-organizations.ts';
import type { MailInvitation } from './members/deps.ts';
import { memberRoutes } from './members/routes.ts';
import { readOrganizationRoute } from './read-organization.ts';
import { changeAuthRoute, readAuthRoute } from './settings/auth.ts';
import { deleteOrganizationRoute } from './settings/delete-organization.ts';
import { changeSwitchesRoute, readSwitchesRoute } from './settings/switches.ts';

export interface OrganizationDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly sealer: Sealer;
  readonly mailInvitation: MailInvitation;
  /** What a new organization may use before anything is bought. */
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
    changeSwitchesRoute,
    deleteOrganizationRoute(db, bus),
  ];
}
