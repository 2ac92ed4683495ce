import { changeProfile, deleteProfile } from '@berth/contract/api/profiles';
import { type Route, route } from '../../http/route.ts';
import { createProfileRoute, duplicateProfileRoute } from './create-profile.ts';
import { maskDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { reportEditorRoute } from './editors.ts';
import { inUse, notFound, orConstraint, requireRevision, rollingOut } from './errors.ts';
import { exportProfileRoute, importProfileRoute } from './files.ts';
import { applyToProfile } from './patch/apply.ts';
import { previewProfileRoute } from './preview-profile.ts';
import { listOrganizationProfilesRoute, listProfilesRoute, readProfileRoute } from './read-profiles.ts';
import { compareRevisionsRoute, listRevisionsRoute, readRevisionRoute, restoreRevisionRoute } from './revisions.ts';
import { lockForChange, replySaved, saveProfile, shellGate } from './save.ts';
import * as store from './store.ts';

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
    reportEditorRoute(deps),
  ];
}

function changeProfileRoute(deps: ProfileDeps): Route {
  const { sealer, isRollingOut, requireShell } = deps;
  return route(changeProfile, async (call) => {
    const { params, query, body, mediaType, ifMatch, caller, tx, organizationId } = call;
    const key = { organizationId, profileId: params.id };
    const before = await lockForChange(tx, key, ifMatch);
    if (await isRollingOut(tx, key)) throw rollingOut();

    const shown = { name: before.profile.name, definition: maskDefinition(before.definition) };
    const next = applyToProfile(shown, body, mediaType);
    const authorship = { authorId: caller.userId, author: caller.email, note: query.note ?? null };
    const gate = shellGate(requireShell, call);
    const saved = await saveProfile(tx, sealer, before, next, authorship, gate);
    return replySaved(call, deps, saved);
  });
}

const deleteProfileRoute = route(deleteProfile, async ({ params, ifMatch, tx, organizationId, audit }) => {
  const key = { organizationId, profileId: params.id };
  const profile = await store.lockProfile(tx, key);
  if (!profile) throw notFound();
  requireRevision(ifMatch, profile.revision);
  if (await store.isInUse(tx, key)) throw inUse();
  await orConstraint(store.deleteProfile(tx, key));
  audit({ before: { name: profile.name, revision: profile.revision } });
  return null;
});
