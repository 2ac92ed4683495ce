import type { Route } from '../../http/route.ts';
import { createShareCodeRoute } from './create-share-code.ts';
import type { SignalingDeps } from './deps.ts';
import { readIceServersRoute } from './read-ice-servers.ts';
import { readShareCodeRoute } from './read-share-code.ts';

export function signalingRoutes(deps: SignalingDeps): Route[] {
  return [readIceServersRoute(deps), readShareCodeRoute(deps), createShareCodeRoute(deps)];
}
