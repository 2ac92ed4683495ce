import { readProfile } from '@berth/contract/api/profiles';
import { route } from '../../http/route.ts';
import { presentProfile } from './present.ts';
import { notFound } from './problems.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export const readProfileRoute = route(readProfile, async ({ params, tx, organizationId, setEtag }) => {
  const key = { organizationId, profileId: params.id };
  const profile = await findProfile(tx, key);
  const current = profile && (await findRevision(tx, key, profile.revision));
  if (!current) throw notFound();
  setEtag(profile.revision);
  return presentProfile(profile, current.definition);
});
