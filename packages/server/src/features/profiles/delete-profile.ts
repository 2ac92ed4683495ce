import { deleteProfile } from '@berth/contract/api/profiles';
import { route } from '../../http/route.ts';
import { inUse, notFound, orConstraint, requireRevision } from './errors.ts';
import * as store from './store.ts';

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
