import { changeProfile, deleteProfile } from '@berth/contract/api/profiles';
import { PROFILE_CHANGED, type ProfileChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import { maskDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { inUse, notFound, orConstraint, requireRevision, rollingOut } from './errors.ts';
import { applyToProfile } from './patch/apply.ts';
import { presentProfile } from './present.ts';
import { saveProfile, shellGate } from './save.ts';
import * as store from './store.ts';
import { lockProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export function changeProfileRoute({ bus, sealer, isRollingOut, requireShell }: ProfileDeps): Route {
  return route(changeProfile, async (call) => {
    const { params, query, body, mediaType, ifMatch, caller, tx, organizationId } = call;
    const key = { organizationId, profileId: params.id };
    const profile = await lockProfile(tx, key);
    const current = profile && (await findRevision(tx, key, profile.revision));
    if (!current) throw notFound();
    requireRevision(ifMatch, profile.revision);
    if (await isRollingOut(tx, key)) throw rollingOut();

    const { definition } = current;
    const shown = { name: profile.name, definition: maskDefinition(definition) };
    const next = applyToProfile(shown, body, mediaType);
    const authorship = { authorId: caller.userId, author: caller.email, note: query.note ?? null };
    const gate = shellGate(requireShell, call);
    const saved = await saveProfile(tx, sealer, { profile, definition }, next, authorship, gate);
    if (saved.changed) {
      call.afterCommit(() => bus.publish(PROFILE_CHANGED, key satisfies ProfileChanged));
    }
    call.audit(saved.note);
    call.setEtag(saved.profile.revision);
    return presentProfile(saved.profile, saved.definition);
  });
}

export const deleteProfileRoute = route(deleteProfile, async ({ params, ifMatch, tx, organizationId, audit }) => {
  const key = { organizationId, profileId: params.id };
  const profile = await store.lockProfile(tx, key);
  if (!profile) throw notFound();
  requireRevision(ifMatch, profile.revision);
  if (await store.isInUse(tx, key)) throw inUse();
  await orConstraint(store.deleteProfile(tx, key));
  audit({ before: { name: profile.name, revision: profile.revision } });
  return null;
});
