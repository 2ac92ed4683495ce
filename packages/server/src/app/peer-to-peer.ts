import { SIGNALING_PATH } from '@berth/contract/api/signaling';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/connection.ts';
import { createPeerServer, type PeerServer } from '../features/signaling/peers/peer-server.ts';
import { signalingRoutes } from '../features/signaling/routes.ts';
import { createNonces } from '../gateway/nonce.ts';
import { usedNonces } from '../gateway/used-nonces.ts';
import type { Route } from '../http/route.ts';
import type { Upgrade } from '../http/upgrades.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { deriveKey } from '../platform/seal.ts';
import type { Stops } from './stops.ts';

export interface PeerToPeerDeps {
  readonly config: Config;
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly serverKey: Buffer;
  readonly publicUrl: string;
  readonly signaling: readonly string[];
  readonly stops: Stops;
}

/** How peers find each other, and reach each other where networks stand between them. */
export interface PeerToPeer extends Pick<PeerServer, 'serve'> {
  readonly upgrade: Upgrade;
  readonly routes: readonly Route[];
}

export function createPeerToPeer({ config, stops, serverKey, publicUrl, ...rest }: PeerToPeerDeps): PeerToPeer {
  const server = createPeerServer(rest);
  stops.add(() => server.stop());
  const nonces = createNonces(deriveKey(serverKey, 'machine nonces'), publicUrl, usedNonces(rest.db), () =>
    rest.clock.now(),
  );
  return {
    routes: signalingRoutes({ ...rest, nonces, turn: config.turn }),
    upgrade: { path: SIGNALING_PATH, openTo: 'own pages and machines', take: server.upgrade },
    serve: server.serve,
  };
}
