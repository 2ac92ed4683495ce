import { SIGNALING_PATH } from '@berth/contract/api/signaling';
import { createPeerServer, type PeerServer } from '../features/signaling/peers/peer-server.ts';
import { signalingRoutes } from '../features/signaling/routes.ts';
import type { Route } from '../http/route.ts';
import type { Upgrade } from '../http/upgrades.ts';
import { forwardedFor } from '../platform/addresses.ts';
import type { Base } from './base.ts';
import type { MachineGateway } from './gateway.ts';

/** Signaling and ICE servers, with which peers find and reach each other. */
export interface PeerToPeer extends Pick<PeerServer, 'serve'> {
  readonly upgrade: Upgrade;
  readonly routes: readonly Route[];
}

/** Serves signaling at the first address that clients receive. */
export function createPeerToPeer(
  { config, db, bus, clock, stops }: Base,
  { nonces }: MachineGateway,
  signaling: readonly string[],
): PeerToPeer {
  const deps = { config, db, bus, clock, signaling };
  const server = stops.use(createPeerServer({ ...deps, forwardedFor: forwardedFor(config.trustedProxies) }));
  return {
    routes: signalingRoutes({ ...deps, nonces, turn: config.turn }),
    upgrade: { path: SIGNALING_PATH, openTo: 'own pages and machines', take: server.upgrade },
    serve: server.serve,
  };
}
