import { createHmac, randomBytes } from 'node:crypto';
import { type IceServer, readIceServers } from '@berth/contract/api/signaling';
import { type Route, route } from '../../http/route.ts';
import { createShareCodeRoute, readShareCodeRoute, type SignalingDeps } from './share-codes.ts';

export function signalingRoutes(deps: SignalingDeps): Route[] {
  return [readIceServersRoute(deps), readShareCodeRoute(deps), createShareCodeRoute(deps)];
}

/** Lifetime of credentials for opening a relay; open relays continue. */
const TURN_CREDENTIALS_S = 3_600;

/**
 * ICE servers with credentials of coturn's REST scheme (draft-uberti-behave-turn-rest): the user name contains the
 * expiry time in seconds since the epoch, the password is its HMAC-SHA1 under the shared secret.
 */
function iceServers(
  { urls, secret }: { readonly urls: readonly string[]; readonly secret: string | undefined },
  expiresAtMs: number,
): IceServer[] {
  const isTurn = (url: string) => url.startsWith('turn');
  const stun = urls.filter((url) => !isTurn(url));
  const turn = urls.filter(isTurn);
  const servers: IceServer[] = stun.length > 0 ? [{ urls: stun }] : [];
  if (turn.length === 0 || secret === undefined) return servers;
  // A unique name per call, so that quotas count peers.
  const username = `${Math.floor(expiresAtMs / 1_000)}:${randomBytes(6).toString('hex')}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return [...servers, { urls: turn, username, credential }];
}

function readIceServersRoute({ clock, turn }: SignalingDeps): Route {
  return route(readIceServers, () => {
    const expiresAt = clock.now() + TURN_CREDENTIALS_S * 1_000;
    return { iceServers: iceServers(turn, expiresAt), expiresAt: new Date(expiresAt).toISOString() };
  });
}
