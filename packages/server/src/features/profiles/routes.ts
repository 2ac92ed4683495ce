import type { Route } from '../../http/route.ts';
import { changeProfileRoute } from './change-profile.ts';
import { compareRevisionsRoute } from './compare-revisions.ts';
import { createProfileRoute } from './create-profile.ts';
import { deleteProfileRoute } from './delete-profile.ts';
import type { ProfileDeps } from './deps.ts';
import { duplicateProfileRoute } from './duplicate-profile.ts';
import { exportProfileRoute } from './export-profile.ts';
import { importProfileRoute } from './import-profile.ts';
import { listOrganizationProfilesRoute, listProfilesRoute } from './list-profiles.ts';
import { listRevisionsRoute } from './list-revisions.ts';
import { previewProfileRoute } from './preview-profile.ts';
import { readProfileRoute } from './read-profile.ts';
import { readRevisionRoute } from './read-revision.ts';
import { restoreRevisionRoute } from './restore-revision.ts';

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
