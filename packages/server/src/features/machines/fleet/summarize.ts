import { summarizeMachines } from '@berth/contract/api/fleet';
import { listQuery } from '../../../http/filter/list-query.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { machineListing } from '../listing.ts';
import { countMachines, findAmong } from './store.ts';

export function summarizeMachinesRoute({ presence }: MachineDeps): Route {
  return route(summarizeMachines, async ({ query, tx, organizationId }) => {
    const online = presence.onlineIds(organizationId);
    const list = listQuery(
      query.filter,
      machineListing(() => online),
    );
    const total = await countMachines(tx, organizationId, list);
    // Who is online is known here; the database is asked only which of them the filter finds.
    const found = online.length === 0 ? [] : await findAmong(tx, organizationId, online, list.where);
    const counts = { normal: 0, updating: 0, 'reboot-needed': 0 };
    for (const id of found) counts[presence.find(id)?.reported.status ?? 'normal'] += 1;
    return {
      total,
      online: counts.normal,
      updating: counts.updating,
      rebootNeeded: counts['reboot-needed'],
      offline: total - found.length,
    };
  });
}
