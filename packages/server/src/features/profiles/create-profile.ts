import { createProfile } from '@berth/contract/api/profiles';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { type Route, route } from '../../http/route.ts';
import type { ProfileDeps } from './deps.ts';
import { makeProfile } from './make.ts';

export function createProfileRoute(deps: ProfileDeps): Route {
  return route(createProfile, (call) => {
    const { name, deployment = DEPLOYMENT_DEFAULT, definition = {} } = call.body;
    return makeProfile(deps, call, { name, deployment, definition });
  });
}
