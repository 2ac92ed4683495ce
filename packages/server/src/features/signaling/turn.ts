import { createHmac, randomBytes } from 'node:crypto';
import type { IceServer } from '@berth/contract/api/signaling';

/** How long credentials let somebody open a relay; a relay that is open goes on. */
export const TURN_CREDENTIALS_S = 3_600;

/**
 * ICE servers with credentials by coturn's REST scheme (draft-uberti-behave-turn-rest): the name carries the end of its
 * time in seconds since the epoch, the password is an HMAC-SHA1 over the name under the shared secret.
 */
export function iceServers(
  { urls, secret }: { readonly urls: readonly string[]; readonly secret: string | undefined },
  expiresAtMs: number,
): IceServer[] {
  const isTurn = (url: string) => url.startsWith('turn');
  const stun = urls.filter((url) => !isTurn(url));
  const turn = urls.filter(isTurn);
  const servers: IceServer[] = stun.length > 0 ? [{ urls: stun }] : [];
  if (turn.length === 0 || secret === undefined) return servers;
  // A name of its own for each, so that quotas count peers.
  const username = `${Math.floor(expiresAtMs / 1_000)}:${randomBytes(6).toString('hex')}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return [...servers, { urls: turn, username, credential }];
}
