import { listMachines, listOrganizationMachines, readMachine } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import type { Tx } from '../../db/connection.ts';
import { listQuery, readFields } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { MACHINE_FIELDS, machineListing } from './listing.ts';
import { presentMachine } from './present.ts';
import { findMachine, listMachines as listRows } from './store.ts';

export function listMachinesRoute(deps: MachineDeps): Route {
  return route(listMachines, ({ query, tx }) => list(deps, tx, undefined, query.filter));
}

export function listOrganizationMachinesRoute(deps: MachineDeps): Route {
  return route(listOrganizationMachines, ({ query, tx, organizationId }) =>
    list(deps, tx, organizationId, query.filter),
  );
}

/** The machines that a filter finds, of one organization or of all that the transaction sees. */
async function list(
  { clock, presence }: MachineDeps,
  tx: Tx,
  organizationId: OrganizationId | undefined,
  filter: string | undefined,
) {
  const query = listQuery(
    filter,
    machineListing(() => presence.onlineIds(organizationId)),
  );
  const rows = await listRows(tx, organizationId, query);
  return rows.map((row) => pick(presentMachine(row, presence.find(row.machine_id), clock.now()), query.fields));
}

export function readMachineRoute({ clock, presence }: MachineDeps): Route {
  return route(readMachine, async ({ params, query, tx, organizationId }) => {
    const fields = readFields(query.filter, MACHINE_FIELDS);
    const row = await findMachine(tx, { organizationId, machineId: params.id });
    if (!row) throw notFound();
    return pick(presentMachine(row, presence.find(params.id), clock.now()), fields);
  });
}
