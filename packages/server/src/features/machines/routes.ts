import type { Route } from '../../http/route.ts';
import {
  assignProfileRoute,
  changeDeploymentRoute,
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
import { listMachineCertificatesRoute, readInventoryRoute, readPresenceRoute } from './facts.ts';
import { changeMachinesRoute } from './fleet/change-machines.ts';
import { exportMachinesRoute } from './fleet/export-machines.ts';
import { importMachinesRoute, previewImportRoute } from './fleet/import-machines.ts';
import { countByProfileRoute, listTagsRoute, readStatisticsRoute, summarizeMachinesRoute } from './fleet/statistics.ts';
import { listMachineLogsRoute } from './logs.ts';
import { changeMachineContextRoute, readMachineContextRoute } from './machine-context.ts';
import { listMachinesRoute, listOrganizationMachinesRoute, readMachineRoute } from './read-machines.ts';
import { challengeMachineRoute, registerMachineRoute, verifyMachineTokenRoute } from './register-machine.ts';
import { listMachineRuntimeRoute } from './runtime-board.ts';
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
    tagMachineRoute(deps),
    createEnrollmentCodeRoute,
    listEnrollmentCodesRoute,
    deleteEnrollmentCodeRoute,
    enrollMachineRoute(deps),
    readInventoryRoute,
    readPresenceRoute(deps),
    listMachineCertificatesRoute(deps),
    summarizeMachinesRoute(deps),
    listTagsRoute,
    countByProfileRoute(deps),
    exportMachinesRoute(deps),
    readStatisticsRoute,
    changeMachinesRoute(deps),
    previewImportRoute,
    importMachinesRoute(deps),
    listMachineViewsRoute,
    saveMachineViewRoute,
    deleteMachineViewRoute,
  ];
}
