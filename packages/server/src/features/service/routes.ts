import { type ClientConfig, ping, readConfig } from '@berth/contract/api/service';
import { type Route, route } from '../../http/route.ts';

/** The public calls: client configuration and health. */
export function serviceRoutes(config: ClientConfig): Route[] {
  return [route(readConfig, () => config), route(ping, () => ({ status: 'ok' }))];
}
