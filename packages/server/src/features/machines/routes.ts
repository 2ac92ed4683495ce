import type { Route } from '../../http/route.ts';
import { assignProfileRoute } from './assign-profile.ts';
import { challengeMachineRoute } from './challenge-machine.ts';
import { changeDeploymentRoute } from './change-deployment.ts';
import { changeMachineContextRoute } from './context/change-context.ts';
import { readMachineContextRoute } from './context/read-context.ts';
import type { MachineDeps } from './deps.ts';
import { createEnrollmentCodeRoute, deleteEnrollmentCodeRoute, listEnrollmentCodesRoute } from './enrollment/codes.ts';
import { enrollMachineRoute } from './enrollment/enroll-machine.ts';
import { listMachineCertificatesRoute } from './facts/list-certificates.ts';
import { readInventoryRoute } from './facts/read-inventory.ts';
import { readPresenceRoute } from './facts/read-presence.ts';
import { changeMachinesRoute } from './fleet/change-machines.ts';
import { exportMachinesRoute } from './fleet/export-machines.ts';
import { listTagsRoute } from './fleet/list-tags.ts';
import { readStatisticsRoute } from './fleet/statistics.ts';
import { summarizeMachinesRoute } from './fleet/summarize.ts';
import { listMachineLogsRoute } from './list-logs.ts';
import { listMachinesRoute, listOrganizationMachinesRoute } from './list-machines.ts';
import { listMachineRuntimeRoute } from './list-runtime.ts';
import { readMachineRoute } from './read-machine.ts';
import { registerMachineRoute } from './register-machine.ts';
import { removeMachineRoute } from './remove-machine.ts';
import { renameMachineRoute } from './rename-machine.ts';
import { tagMachineRoute } from './tag-machine.ts';
import { verifyMachineTokenRoute } from './verify-machine-token.ts';

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
    exportMachinesRoute(deps),
    readStatisticsRoute,
    changeMachinesRoute(deps),
  ];
}
