import type { MgmtTier } from '@berth/contract/limits';
import type { Route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import { changeOrganizationRoute } from './change-organization.ts';
import { createOrganizationRoute } from './create-organization.ts';
import { listOrganizationsRoute } from './list-organizations.ts';
import { readOrganizationRoute } from './read-organization.ts';

/** @param deps.defaultTier what a new organisation may use before anything is bought. */
export function organizationRoutes(deps: { readonly bus: Bus; readonly defaultTier: MgmtTier }): Route[] {
  return [
    createOrganizationRoute(deps.defaultTier),
    listOrganizationsRoute,
    readOrganizationRoute,
    changeOrganizationRoute(deps.bus),
  ];
}
