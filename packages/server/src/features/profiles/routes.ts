import type { Route } from '../../http/route.ts';
import { changeProfileRoute, deleteProfileRoute } from './change-profile.ts';
import { createProfileRoute, duplicateProfileRoute } from './create-profile.ts';
import type { ProfileDeps } from './deps.ts';
import { exportProfileRoute, importProfileRoute } from './files.ts';
import { previewProfileRoute } from './preview-profile.ts';
import { listOrganizationProfilesRoute, listProfilesRoute, readProfileRoute } from './read-profiles.ts';
import { compareRevisionsRoute, listRevisionsRoute, readRevisionRoute, restoreRevisionRoute } from './revisions.ts';

export function profileRoutes(deps: ProfileDeps): Route[] {
  return [
    createProfileRoute(deps),
    listProfilesRoute,
    listOrganizationProfilesRoute,
    readProfileRoute(),
    changeProfileRoute(deps),
    deleteProfileRoute,
    listRevisionsRoute,
    readRevisionRoute,
    compareRevisionsRoute(deps),
    restoreRevisionRoute(deps),
    previewProfileRoute(deps),
    duplicateProfileRoute(deps),
    exportProfileRoute,
    importProfileRoute(deps),
  ];
}
