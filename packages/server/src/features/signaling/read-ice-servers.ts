import { readIceServers } from '@berth/contract/api/signaling';
import { type Route, route } from '../../http/route.ts';
import type { SignalingDeps } from './deps.ts';
import { iceServers, TURN_CREDENTIALS_S } from './turn.ts';

export function readIceServersRoute({ clock, turn }: SignalingDeps): Route {
  return route(readIceServers, () => {
    const expiresAt = clock.now() + TURN_CREDENTIALS_S * 1_000;
    return { iceServers: iceServers(turn, expiresAt), expiresAt: new Date(expiresAt).toISOString() };
  });
}
