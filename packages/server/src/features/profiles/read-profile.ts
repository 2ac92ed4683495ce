import { readProfile } from '@berth/contract/api/profiles';
import { type Route, route } from '../../http/route.ts';
import { notFound } from './errors.ts';
import { presentProfile, presentSummary } from './present.ts';
import { createSharedReplies } from './shared-replies.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export function readProfileRoute(): Route {
  const shared = createSharedReplies();
  return route(readProfile, async ({ params, tx, organizationId, setEtag }) => {
    const key = { organizationId, profileId: params.id };
    const profile = await findProfile(tx, key);
    if (!profile) throw notFound();
    setEtag(profile.revision);
    return shared(presentSummary(profile), async () => {
      const current = await findRevision(tx, key, profile.revision);
      if (!current) throw notFound();
      return presentProfile(profile, current.definition);
    });
  });
}
