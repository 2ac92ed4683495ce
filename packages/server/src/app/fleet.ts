import { randomUUID } from 'node:crypto';
import { GATEWAY_PATH } from '@berth/contract/device/messages';
import { REMOTE_PATH } from '@berth/contract/device/remote';
import type { MgmtTier } from '@berth/contract/limits';
import type { Database } from '../db/connection.ts';
import { startHeadPublishing } from '../features/audit/publish-heads.ts';
import { recordWork } from '../features/audit/record.ts';
import { headChecker } from '../features/audit/witness.ts';
import { effectiveTier } from '../features/billing/charging/effective-tier.ts';
import { insertBatch } from '../features/commands/batches/store.ts';
import { debugFileRoutes, startFileCleaning } from '../features/commands/debug-files/routes.ts';
import { createUploadTickets } from '../features/commands/debug-files/ticket.ts';
import { startCommandExpiry } from '../features/commands/expiry-job.ts';
import { commandPorts } from '../features/commands/gateway-ports.ts';
import { requireShell } from '../features/commands/policy.ts';
import { type PressDeps, pressPort } from '../features/commands/press-button.ts';
import { commandRoutes } from '../features/commands/routes.ts';
import { mayManagePower } from '../features/commands/rules.ts';
import { accountByEmail } from '../features/identity/accounts/store.ts';
import { startFleetCounting } from '../features/machines/fleet/count-job.ts';
import { machinePorts } from '../features/machines/gateway-ports.ts';
import { startLogCleaning } from '../features/machines/log-job.ts';
import { machineRoutes } from '../features/machines/routes.ts';
import { machineSelector } from '../features/machines/select-machines.ts';
import { findMachine } from '../features/machines/store.ts';
import { invitationMails } from '../features/organizations/members/mail.ts';
import { organizationRoutes } from '../features/organizations/routes.ts';
import { findShellCommands } from '../features/organizations/settings/store.ts';
import { findTier, lockTier } from '../features/organizations/store.ts';
import { claimVariant, refusedVariant } from '../features/product-ids/claim.ts';
import { productIdRoutes } from '../features/product-ids/routes.ts';
import { definitionReader, profileLoader } from '../features/profiles/deliver.ts';
import type { RequireShell } from '../features/profiles/deps.ts';
import { profileRoutes } from '../features/profiles/routes.ts';
import { createStaging } from '../features/profiles/stage.ts';
import { startRollouts } from '../features/rollouts/job.ts';
import { rolloutRoutes } from '../features/rollouts/routes.ts';
import { isRollingOut } from '../features/rollouts/store.ts';
import { startSchedules } from '../features/schedules/job.ts';
import { scheduleRoutes } from '../features/schedules/routes.ts';
import { tellWork } from '../features/webhooks/events.ts';
import { announcing } from '../gateway/announce-presence.ts';
import { createGateway, type GatewayTiming } from '../gateway/gateway.ts';
import { createLiveViews } from '../gateway/live-views.ts';
import { NODE_TIMING, sharePresence } from '../gateway/nodes/share-presence.ts';
import { createNonces } from '../gateway/nonce.ts';
import { createPresence, type PresenceKeeper } from '../gateway/presence.ts';
import { createRemoteRelay } from '../gateway/remote-relay.ts';
import { usedNonces } from '../gateway/used-nonces.ts';
import type { Route } from '../http/route.ts';
import type { Upgrade } from '../http/upgrades.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { FileStore } from '../platform/file-store.ts';
import type { ForwardedFor } from '../platform/forwarded.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mailer } from '../platform/mail.ts';
import { createSealer, deriveKey, type Sealer } from '../platform/seal.ts';
import type { Stops } from './stops.ts';

export interface FleetDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly serverKey: Buffer;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly forwardedFor: ForwardedFor;
  /** For files that are too large for the database. */
  readonly files: FileStore;
  readonly defaultTier: MgmtTier;
  readonly gatewayTiming: GatewayTiming;
  readonly jobs: boolean;
  /** Whether other nodes serve the same organizations. */
  readonly isShared: boolean;
  readonly stops: Stops;
}

export interface Fleet {
  readonly routes: readonly Route[];
  /** As this node knows. */
  machinesOnline(): number;
  /** The WebSockets of machines, and of people who look at one. */
  readonly upgrades: readonly Upgrade[];
}

/** Organizations, their profiles and machines, and the gateway that joins them to the real ones. */
export function createFleet(deps: FleetDeps): Fleet {
  const { db, bus, clock, logger, mailer, publicUrl, serverKey, stops } = deps;
  const sealer = createSealer(serverKey);
  const shellAllowed = findShellCommands;
  const throughGate: RequireShell = (call) => requireShell({ shellAllowed }, call);
  const nonces = createNonces(deriveKey(serverKey, 'machine nonces'), publicUrl, usedNonces(db), () => clock.now());
  const presence = announcing(presenceOf(deps), bus);

  const gateway = createGateway({
    ports: {
      ...machinePorts(db, sealer),
      checkAuditHeads: headChecker(db, logger),
      ...commandPorts({ db, bus, recordWork, tellWork: tellWork(() => clock.now()) }),
      pressButton: pressPort({ db, bus, presence, recordWork, shellAllowed, shownProfile: shownProfile(sealer) }),
      loadProfile: profileLoader(db, sealer, isRollingOut),
    },
    presence,
    bus,
    clock,
    logger,
    audience: publicUrl,
    forwardedFor: deps.forwardedFor,
    timing: deps.gatewayTiming,
    isShared: deps.isShared,
  });
  const relay = createRemoteRelay(bus, logger, deps.isShared);
  const liveViews = createLiveViews(bus, () => clock.now());
  const languageOf = async (email: string) => (await accountByEmail(db.system, email))?.language;
  const mailInvitation = invitationMails({ mailer, logger, publicUrl, languageOf });
  const debugFiles = {
    db,
    bus,
    presence,
    recordWork,
    files: deps.files,
    tickets: createUploadTickets(deriveKey(serverKey, 'debug file uploads'), () => clock.now()),
  };
  const rollouts = { db, bus, clock, recordWork, staging: createStaging(sealer, throughGate) };
  const tierOf = effectiveTier(findTier, clock);
  const selectMachines = machineSelector(presence);
  const schedules = { db, bus, clock, presence, tierOf, selectMachines, mayManagePower, insertBatch, recordWork };
  const jobs = deps.jobs
    ? [
        startCommandExpiry(db, logger),
        startLogCleaning(db, logger),
        startHeadPublishing(db, logger),
        startFleetCounting(db, logger),
        startFileCleaning(debugFiles, logger),
        startRollouts(rollouts, logger),
        startSchedules(schedules, logger),
      ]
    : [];
  for (const owner of [gateway, relay, liveViews, ...jobs]) stops.add(() => owner.stop());

  return {
    machinesOnline: () => presence.onlineIds(undefined).length,
    upgrades: [
      { path: GATEWAY_PATH, openTo: 'no page', take: (...call) => gateway.upgrade(...call) },
      { path: REMOTE_PATH, openTo: 'own pages', take: (...call) => relay.upgrade(...call) },
    ],
    routes: [
      ...organizationRoutes({ db, bus, sealer, mailInvitation, defaultTier: deps.defaultTier }),
      ...profileRoutes({
        requireShell: throughGate,
        bus,
        sealer,
        presence,
        isRollingOut,
        lockTier: effectiveTier(lockTier, clock),
      }),
      ...rolloutRoutes(rollouts),
      ...scheduleRoutes(schedules),
      ...machineRoutes({
        ...{ db, bus, clock, sealer, nonces, presence, recordWork, claimVariant, refusedVariant },
        readDefinition: definitionReader(sealer),
      }),
      ...productIdRoutes({ db, bus, recordWork }),
      ...debugFileRoutes(debugFiles),
      ...commandRoutes({
        db,
        bus,
        clock,
        presence,
        relay,
        liveViews,
        recordWork,
        tierOf,
        shellAllowed,
        selectMachines,
      }),
    ],
  };
}

/** What a machine should show, with its content. */
function shownProfile(sealer: Sealer): PressDeps['shownProfile'] {
  const readDefinition = definitionReader(sealer);
  return async (tx, key) => {
    const machine = await findMachine(tx, key);
    if (!machine?.profile_id || machine.desired_revision === null) return undefined;
    const { name: machineName, profile_id: id, desired_revision: revision } = machine;
    const profile = { organizationId: key.organizationId, profileId: id };
    const definition = await readDefinition(tx, profile, revision);
    return definition && { id, revision, machineName, definition };
  };
}

/** Who is online: here, and on the other nodes where there are any. */
function presenceOf({ bus, clock, isShared, stops }: FleetDeps): PresenceKeeper {
  const now = () => clock.now();
  const own = createPresence(now);
  if (!isShared) return own;
  const shared = sharePresence(own, bus, randomUUID(), now, NODE_TIMING);
  stops.add(() => shared.stop());
  return shared;
}
