import { createHash } from 'node:crypto';
import { readRollout } from '@berth/contract/api/rollouts';
import { route } from '../../http/route.ts';
import { noSuchRollout } from './errors.ts';
import { presentRollout } from './present.ts';
import { findRollout } from './store.ts';

export const readRolloutRoute = route(readRollout, async ({ params, tx, organizationId, setEtag }) => {
  const row = await findRollout(tx, { organizationId, profileId: params.id }, params.rolloutId);
  if (!row) throw noSuchRollout();
  const rollout = await presentRollout(tx, row);
  // Everything that can change is in the reply, and it is small.
  setEtag(createHash('sha256').update(JSON.stringify(rollout)).digest('base64url').slice(0, 16));
  return rollout;
});
