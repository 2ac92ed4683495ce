import { recordWork } from '../features/audit/record.ts';
import { effectiveTier } from '../features/billing/charging/change-tier.ts';
import { requireShell } from '../features/commands/policy.ts';
import { machineSelector } from '../features/machines/select-machines.ts';
import { organizationRoutes } from '../features/organizations/routes.ts';
import { findShellCommands } from '../features/organizations/settings/store.ts';
import { lockTier } from '../features/organizations/store.ts';
import { productIdRoutes } from '../features/product-ids/routes.ts';
import type { RequireShell } from '../features/profiles/deps.ts';
import { createEditors } from '../features/profiles/editors.ts';
import { layerRoutes } from '../features/profiles/layers/routes.ts';
import { createLayerStaging } from '../features/profiles/layers/staging.ts';
import { createStaging } from '../features/profiles/ports.ts';
import { profileRoutes } from '../features/profiles/routes.ts';
import { startRollouts } from '../features/rollouts/job.ts';
import { rolloutRoutes } from '../features/rollouts/routes.ts';
import { isRollingOut } from '../features/rollouts/store.ts';
import type { Route } from '../http/route.ts';
import { createSealer } from '../platform/seal.ts';
import type { Base } from './base.ts';
import type { MachineGateway } from './gateway.ts';
import { createInvitations } from './invitations.ts';

/** Composes organizations, their profiles with rollouts, and their product IDs. */
export function createOrganizations(base: Base, { presence }: MachineGateway): { readonly routes: readonly Route[] } {
  const { config, db, bus, clock, logger, stops } = base;
  const sealer = createSealer(base.serverKey);
  const throughGate: RequireShell = (call) => requireShell({ shellAllowed: findShellCommands }, call);
  const rollouts = {
    db,
    bus,
    clock,
    recordWork,
    staging: createStaging(sealer, throughGate),
    layerStaging: createLayerStaging({ sealer, requireShell: throughGate }),
  };
  if (base.jobs) stops.use(startRollouts(rollouts, logger));
  return {
    routes: [
      ...organizationRoutes({ db, bus, sealer, ...createInvitations(base), defaultTier: config.defaultTier }),
      ...profileRoutes({
        requireShell: throughGate,
        bus,
        sealer,
        presence,
        isRollingOut,
        editors: createEditors(bus, clock),
        lockTier: effectiveTier(lockTier, clock),
      }),
      ...layerRoutes({
        bus,
        sealer,
        presence,
        requireShell: throughGate,
        selectMachines: machineSelector(presence),
      }),
      ...rolloutRoutes(rollouts),
      ...productIdRoutes({ db, bus, recordWork }),
    ],
  };
}
