import { listOrganizationRollouts } from '@berth/contract/api/rollouts';
import { route } from '../../http/route.ts';
import { presentRollouts } from './present.ts';
import * as store from './store.ts';

export const listOrganizationRolloutsRoute = route(listOrganizationRollouts, async ({ tx, organizationId }) => {
  const rows = await store.listOrganizationRollouts(tx, organizationId);
  return presentRollouts(tx, organizationId, rows);
});
