import { createHash } from 'node:crypto';
import { listOrganizationRollouts, listRolloutMachines, listRollouts, readRollout } from '@berth/contract/api/rollouts';
import { LIST_LIMIT_DEFAULT } from '@berth/contract/limits';
import { type Route, route } from '../../http/route.ts';
import { noSuchRollout, rolloutStepRoutes } from './change-state.ts';
import type { RolloutDeps } from './deps.ts';
import { presentRollout, presentRollouts } from './present.ts';
import { startRolloutRoute } from './start-rollout.ts';
import * as store from './store.ts';
import { findRollout } from './store.ts';
import { listMachines } from './store-machines.ts';

export function rolloutRoutes(deps: RolloutDeps): Route[] {
  return [
    startRolloutRoute(deps),
    listRolloutsRoute,
    listOrganizationRolloutsRoute,
    readRolloutRoute,
    listRolloutMachinesRoute,
    ...rolloutStepRoutes(deps),
  ];
}

const listRolloutsRoute = route(listRollouts, async ({ params, tx, organizationId }) => {
  const rows = await store.listRollouts(tx, { organizationId, profileId: params.id });
  return presentRollouts(tx, organizationId, rows);
});

const listOrganizationRolloutsRoute = route(listOrganizationRollouts, async ({ tx, organizationId }) => {
  const rows = await store.listOrganizationRollouts(tx, organizationId);
  return presentRollouts(tx, organizationId, rows);
});

const readRolloutRoute = route(readRollout, async ({ params, tx, organizationId, setEtag }) => {
  const row = await findRollout(tx, { organizationId, profileId: params.id }, params.rolloutId);
  if (!row) throw noSuchRollout();
  const rollout = await presentRollout(tx, row);
  // The reply is small and contains everything that can change.
  setEtag(createHash('sha256').update(JSON.stringify(rollout)).digest('base64url').slice(0, 16));
  return rollout;
});

const listRolloutMachinesRoute = route(listRolloutMachines, async ({ params, query, tx, organizationId }) => {
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
