import { listMachines, listOrganizationMachines, readMachine } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import type { Tx } from '../../db/connection.ts';
import { listQuery, readFields } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { type Route, route } from '../../http/route.ts';
import {
  assignProfileRoute,
  changeDeploymentRoute,
  noteMachineRoute,
  removeMachineRoute,
  renameMachineRoute,
  tagMachineRoute,
} from './change-machine.ts';
import type { MachineDeps } from './deps.ts';
import {
  createEnrollmentCodeRoute,
  deleteEnrollmentCodeRoute,
  enrollMachineRoute,
  listEnrollmentCodesRoute,
} from './enrollment/enrollment.ts';
import { notFound } from './errors.ts';
import { listMachineCertificatesRoute, readInventoryRoute, readPresenceRoute } from './facts.ts';
import { changeMachinesRoute } from './fleet/change-machines.ts';
import { exportMachinesRoute } from './fleet/export-machines.ts';
import { importMachinesRoute, previewImportRoute } from './fleet/import-machines.ts';
import { countByProfileRoute, listTagsRoute, readStatisticsRoute, summarizeMachinesRoute } from './fleet/statistics.ts';
import { MACHINE_FIELDS, machineListing } from './listing.ts';
import { listMachineLogsRoute } from './logs.ts';
import { changeMachineContextRoute, readMachineContextRoute } from './machine-context.ts';
import { presentMachine } from './present.ts';
import { readRecoveryKeyRoute, storeRecoveryKeyRoute } from './recovery-keys.ts';
import { challengeMachineRoute, registerMachineRoute, verifyMachineTokenRoute } from './register-machine.ts';
import { listMachineRuntimeRoute } from './runtime-board.ts';
import { findMachine, listMachines as listRows } from './store.ts';
import { tagRuleRoutes } from './tag-rules/routes.ts';
import { deleteMachineViewRoute, listMachineViewsRoute, saveMachineViewRoute } from './views.ts';

export function machineRoutes(deps: MachineDeps): Route[] {
  return [
    challengeMachineRoute(deps),
    registerMachineRoute(deps),
    verifyMachineTokenRoute(deps),
    listMachinesRoute(deps),
    listOrganizationMachinesRoute(deps),
    listMachineRuntimeRoute(deps),
    readMachineRoute(deps),
    readMachineContextRoute,
    changeMachineContextRoute(deps),
    renameMachineRoute(deps),
    assignProfileRoute(deps),
    changeDeploymentRoute(deps),
    listMachineLogsRoute,
    removeMachineRoute(deps),
    storeRecoveryKeyRoute(deps),
    readRecoveryKeyRoute(deps),
    tagMachineRoute(deps),
    noteMachineRoute(deps),
    createEnrollmentCodeRoute,
    listEnrollmentCodesRoute,
    deleteEnrollmentCodeRoute,
    enrollMachineRoute(deps),
    readInventoryRoute,
    readPresenceRoute(deps),
    listMachineCertificatesRoute(deps),
    summarizeMachinesRoute(deps),
    listTagsRoute(deps),
    countByProfileRoute(deps),
    exportMachinesRoute(deps),
    readStatisticsRoute,
    changeMachinesRoute(deps),
    previewImportRoute,
    importMachinesRoute(deps),
    listMachineViewsRoute,
    saveMachineViewRoute,
    deleteMachineViewRoute,
    ...tagRuleRoutes(deps),
  ];
}

function listMachinesRoute(deps: MachineDeps): Route {
  return route(listMachines, ({ query, tx }) => list(deps, tx, undefined, query.filter));
}

function listOrganizationMachinesRoute(deps: MachineDeps): Route {
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

function readMachineRoute({ clock, presence }: MachineDeps): Route {
  return route(readMachine, async ({ params, query, tx, organizationId }) => {
    const fields = readFields(query.filter, MACHINE_FIELDS);
    const row = await findMachine(tx, { organizationId, machineId: params.id });
    if (!row) throw notFound();
    return pick(presentMachine(row, presence.find(params.id), clock.now()), fields);
  });
}
