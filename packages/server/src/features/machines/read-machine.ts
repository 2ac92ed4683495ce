import { readMachine } from '@berth/contract/api/machines';
import { readFields } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { MACHINE_FIELDS } from './listing.ts';
import { presentMachine } from './present.ts';
import { findMachine } from './store.ts';

export function readMachineRoute({ clock, presence }: MachineDeps): Route {
  return route(readMachine, async ({ params, query, tx, organizationId }) => {
    const fields = readFields(query.filter, MACHINE_FIELDS);
    const row = await findMachine(tx, { organizationId, machineId: params.id });
    if (!row) throw notFound();
    return pick(presentMachine(row, presence.find(params.id), clock.now()), fields);
  });
}
