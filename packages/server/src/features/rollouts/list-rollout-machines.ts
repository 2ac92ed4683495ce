import { listRolloutMachines } from '@berth/contract/api/rollouts';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import { route } from '../../http/route.ts';
import { noSuchRollout } from './errors.ts';
import { findRollout } from './store.ts';
import { listMachines } from './store-machines.ts';

export const listRolloutMachinesRoute = route(listRolloutMachines, async ({ params, query, tx, organizationId }) => {
  const row = await findRollout(tx, { organizationId, profileId: params.id }, params.rolloutId);
  if (!row) throw noSuchRollout();
  const page = { limit: LIST_LIMIT_DEFAULT, skip: 0, ...query };
  const machines = await listMachines(tx, { organizationId, rolloutId: params.rolloutId }, page);
  return machines.map(({ machine_id, name, position, state, error }) => ({
    id: machine_id,
    name,
    group: position,
    state,
    error,
  }));
});
