import { readPresence } from '@berth/contract/api/machines';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { listSpans } from './store.ts';

export function readPresenceRoute({ presence }: MachineDeps): Route {
  return route(readPresence, ({ params, tx, organizationId }) =>
    listSpans(tx, { organizationId, machineId: params.id }, presence.isOnline(params.id)),
  );
}
