import { startHeadPublishing } from '../features/audit/heads.ts';
import { recordWork } from '../features/audit/record.ts';
import { effectiveTier } from '../features/billing/charging/change-tier.ts';
import { insertBatch } from '../features/commands/batches/store.ts';
import { startCommandCleaning } from '../features/commands/clean.ts';
import { debugFileRoutes, startFileCleaning } from '../features/commands/debug-files/routes.ts';
import { createUploadTickets } from '../features/commands/debug-files/upload.ts';
import { startCommandExpiry } from '../features/commands/gateway-ports.ts';
import { mayManagePower } from '../features/commands/policy.ts';
import { commandRoutes } from '../features/commands/routes.ts';
import { wakePlanner } from '../features/commands/wake-plan.ts';
import { startMachineJobs } from '../features/machines/jobs.ts';
import { machineRoutes } from '../features/machines/routes.ts';
import { machineSelector } from '../features/machines/select-machines.ts';
import { findShellCommands } from '../features/organizations/settings/store.ts';
import { findTier } from '../features/organizations/store.ts';
import { claimVariant, refusedVariant } from '../features/product-ids/store.ts';
import { definitionReader } from '../features/profiles/ports.ts';
import { startSchedules } from '../features/schedules/job.ts';
import { scheduleRoutes } from '../features/schedules/routes.ts';
import type { Route } from '../http/route.ts';
import { createSealer, deriveKey } from '../platform/seal.ts';
import type { Base } from './base.ts';
import type { MachineGateway } from './gateway.ts';

/** Composes machines, commands, schedules and the jobs that maintain their data. */
export function createFleet(base: Base, gateway: MachineGateway): { readonly routes: readonly Route[] } {
  const { db, bus, clock, logger, serverKey, stops } = base;
  const { presence, lineTo, nonces, relay, liveViews } = gateway;
  const sealer = createSealer(serverKey);
  const debugFiles = {
    db,
    bus,
    presence,
    lineTo,
    recordWork,
    files: base.files,
    tickets: createUploadTickets(deriveKey(serverKey, 'debug file uploads'), () => clock.now()),
  };
  const tierOf = effectiveTier(findTier, clock);
  const selectMachines = machineSelector(presence);
  const planWake = wakePlanner({ bus, presence });
  const schedules = {
    db,
    bus,
    clock,
    presence,
    tierOf,
    selectMachines,
    mayManagePower,
    insertBatch,
    recordWork,
    planWake,
  };
  if (base.jobs) {
    stops.use(startCommandExpiry(db, logger));
    stops.use(startCommandCleaning(db, logger));
    stops.use(startMachineJobs({ db, bus, recordWork }, logger));
    stops.use(startHeadPublishing(db, logger));
    stops.use(startFileCleaning(debugFiles, logger));
    stops.use(startSchedules(schedules, logger));
  }
  return {
    routes: [
      ...scheduleRoutes(schedules),
      ...machineRoutes({
        db,
        bus,
        clock,
        sealer,
        nonces,
        presence,
        recordWork,
        claimVariant,
        refusedVariant,
        readDefinition: definitionReader(sealer),
      }),
      ...debugFileRoutes(debugFiles),
      ...commandRoutes({
        db,
        bus,
        clock,
        presence,
        lineTo,
        relay,
        liveViews,
        recordWork,
        tierOf,
        shellAllowed: findShellCommands,
        selectMachines,
        planWake,
      }),
    ],
  };
}
