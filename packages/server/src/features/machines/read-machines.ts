import { listMachines, listOrganizationMachines, readMachine } from '@berth/contract/api/machines';
import { listQuery, readFields } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { MACHINE_FIELDS, machineListing } from './listing.ts';
import { presentMachine } from './present.ts';
import * as store from './store.ts';
import { findMachine } from './store.ts';

export function listMachinesRoute({ clock, presence }: MachineDeps): Route {
  return route(listMachines, async ({ query, tx }) => {
    const list = listQuery(
      query.filter,
      machineListing(() => presence.onlineIds(undefined)),
    );
    const rows = await store.listMachines(tx, undefined, list);
    return rows.map((row) => pick(presentMachine(row, presence.find(row.machine_id), clock.now()), list.fields));
  });
}

export function listOrganizationMachinesRoute({ clock, presence }: MachineDeps): Route {
  return route(listOrganizationMachines, async ({ query, tx, organizationId }) => {
    const list = listQuery(
      query.filter,
      machineListing(() => presence.onlineIds(organizationId)),
    );
    const rows = await store.listMachines(tx, organizationId, list);
    return rows.map((row) => pick(presentMachine(row, presence.find(row.machine_id), clock.now()), list.fields));
  });
}

export function readMachineRoute({ clock, presence }: MachineDeps): Route {
  return route(readMachine, async ({ params, query, tx, organizationId }) => {
    const fields = readFields(query.filter, MACHINE_FIELDS);
    const row = await findMachine(tx, { organizationId, machineId: params.id });
    if (!row) throw notFound();
    return pick(presentMachine(row, presence.find(params.id), clock.now()), fields);
  });
}
