import { restoreRevision } from '@berth/contract/api/profiles';
import { restoredNote } from '@berth/contract/rules/restored-note';
import { PROFILE_CHANGED, type ProfileChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import { openDefinition } from './definition/secrets.ts';
import type { ProfileDeps } from './deps.ts';
import { noSuchRevision, notFound, requireRevision, rollingOut } from './errors.ts';
import { presentProfile } from './present.ts';
import { saveProfile } from './save.ts';
import { shellGate } from './shell-buttons.ts';
import { lockProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export function restoreRevisionRoute({ bus, sealer, isRollingOut, requireShell }: ProfileDeps): Route {
  return route(restoreRevision, async (call) => {
    const { params, ifMatch, caller, tx, organizationId } = call;
    const key = { organizationId, profileId: params.id };
    const profile = await lockProfile(tx, key);
    const current = profile && (await findRevision(tx, key, profile.revision));
    if (!current) throw notFound();
    requireRevision(ifMatch, profile.revision);
    if (await isRollingOut(tx, key)) throw rollingOut();
    const earlier = await findRevision(tx, key, params.revision);
    if (!earlier) throw noSuchRevision(params.revision);

    const next = { name: earlier.name, definition: openDefinition(sealer, organizationId, earlier.definition) };
    const authorship = { authorId: caller.userId, author: caller.email, note: restoredNote(params.revision) };
    const gate = shellGate(requireShell, call);
    const saved = await saveProfile(tx, sealer, { profile, definition: current.definition }, next, authorship, gate);
    if (saved.changed) {
      call.afterCommit(() => bus.publish(PROFILE_CHANGED, key satisfies ProfileChanged));
    }
    call.audit(saved.note);
    call.setEtag(saved.profile.revision);
    return presentProfile(saved.profile, saved.definition);
  });
}
