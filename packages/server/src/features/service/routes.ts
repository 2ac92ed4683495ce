import { type ClientConfig, ping, readConfig } from '@berth/contract/api/service';
import { type Route, route } from '../../http/route.ts';

/** What anybody may ask: what a client must know before it signs in, and whether the server is there. */
export function serviceRoutes(config: ClientConfig): Route[] {
  return [route(readConfig, () => config), route(ping, () => ({ status: 'ok' }))];
}
