import { createHash } from 'node:crypto';
import { listRolloutMachines, listRollouts, readRollout } from '@berth/contract/api/rollouts';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import { ApiError } from '../../http/api-error.ts';
import { type Route, route } from '../../http/route.ts';
import { noSuchRollout, rolloutStepRoutes } from './change-state.ts';
import type { RolloutDeps } from './deps.ts';
import { presentRollout, presentRollouts } from './present.ts';
import { startRolloutRoutes } from './start-rollout.ts';
import * as store from './store.ts';
import { listMachines } from './store-machines.ts';

export function rolloutRoutes(deps: RolloutDeps): Route[] {
  return [
    ...startRolloutRoutes(deps),
    listRolloutsRoute,
    readRolloutRoute,
    listRolloutMachinesRoute,
    ...rolloutStepRoutes(deps),
  ];
}

const listRolloutsRoute = route(listRollouts, async ({ query, tx, organizationId }) => {
  if (!(await store.hasTargets(tx, organizationId, query)))
    throw new ApiError('not-found', 'Profile or layer not found.');
  return presentRollouts(tx, organizationId, await store.listRollouts(tx, organizationId, query));
});

const readRolloutRoute = route(readRollout, async ({ params, tx, organizationId, setEtag }) => {
  const row = await store.findRollout(tx, { organizationId, rolloutId: params.rolloutId });
  if (!row) throw noSuchRollout();
  const rollout = await presentRollout(tx, row);
  // The reply is small and contains everything that can change.
  setEtag(createHash('sha256').update(JSON.stringify(rollout)).digest('base64url').slice(0, 16));
  return rollout;
});

const listRolloutMachinesRoute = route(listRolloutMachines, async ({ params, query, tx, organizationId }) => {
  const key = { organizationId, rolloutId: params.rolloutId };
  if (!(await store.findRollout(tx, key))) throw noSuchRollout();
  const machines = await listMachines(tx, key, { limit: LIST_LIMIT_DEFAULT, skip: 0, ...query });
  return machines.map(({ machine_id, name, position, state, error }) => ({
    id: machine_id,
    name,
    group: position,
    state,
    error,
  }));
});
