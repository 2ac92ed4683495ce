import type { Route } from '../../http/route.ts';
import { rolloutStepRoutes } from './change-state.ts';
import type { RolloutDeps } from './deps.ts';
import { listOrganizationRolloutsRoute } from './list-organization-rollouts.ts';
import { listRolloutMachinesRoute } from './list-rollout-machines.ts';
import { listRolloutsRoute } from './list-rollouts.ts';
import { readRolloutRoute } from './read-rollout.ts';
import { startRolloutRoute } from './start-rollout.ts';

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
