import { listRollouts } from '@berth/contract/api/rollouts';
import { route } from '../../http/route.ts';
import { presentRollouts } from './present.ts';
import * as store from './store.ts';

export const listRolloutsRoute = route(listRollouts, async ({ params, tx, organizationId }) => {
  const rows = await store.listRollouts(tx, { organizationId, profileId: params.id });
  return presentRollouts(tx, organizationId, rows);
});
