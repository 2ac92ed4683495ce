import type { MgmtTier } from '@berth/contract/limits';
import type { Database } from '../db/connection.ts';
import { startCommandExpiry } from '../features/commands/expiry-job.ts';
import { commandPorts } from '../features/commands/gateway-ports.ts';
import { commandRoutes } from '../features/commands/routes.ts';
import { accountByEmail } from '../features/identity/accounts/store.ts';
import { machinePorts } from '../features/machines/gateway-ports.ts';
import { startLogCleaning } from '../features/machines/log-job.ts';
import { machineRoutes } from '../features/machines/routes.ts';
import { invitationMails } from '../features/organizations/members/mail.ts';
import { organizationRoutes } from '../features/organizations/routes.ts';
import { findTier, lockTier } from '../features/organizations/store.ts';
import { profileLoader } from '../features/profiles/deliver.ts';
import { profileRoutes } from '../features/profiles/routes.ts';
import { createGateway, type Gateway, type GatewayTiming } from '../gateway/gateway.ts';
import { createNonces } from '../gateway/nonce.ts';
import { createPresence } from '../gateway/presence.ts';
import type { Route } from '../http/route.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mailer } from '../platform/mail.ts';
import { createSealer, deriveKey } from '../platform/seal.ts';
import type { Stops } from './stops.ts';

export interface FleetDeps {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly serverKey: Buffer;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly defaultTier: MgmtTier;
  readonly gatewayTiming: GatewayTiming;
  readonly stops: Stops;
}

/** Organisations, their profiles and machines, and the gateway that joins them to the real ones. */
export function createFleet(deps: FleetDeps): { readonly routes: readonly Route[]; readonly gateway: Gateway } {
  const { db, bus, clock, logger, mailer, publicUrl, serverKey, stops } = deps;
  const sealer = createSealer(serverKey);
  const nonces = createNonces(deriveKey(serverKey, 'machine nonces'), () => clock.now());
  const presence = createPresence(() => clock.now());

  const gateway = createGateway({
    ports: { ...machinePorts(db, sealer), ...commandPorts(db), loadProfile: profileLoader(db, sealer) },
    presence,
    bus,
    clock,
    logger,
    timing: deps.gatewayTiming,
  });
  const languageOf = async (email: string) => (await accountByEmail(db.system, email))?.language;
  const mailInvitation = invitationMails({ mailer, logger, publicUrl, languageOf });
  const jobs = [startCommandExpiry(db, logger), startLogCleaning(db, logger)];
  for (const owner of [gateway, ...jobs]) stops.add(() => owner.stop());

  return {
    gateway,
    routes: [
      ...organizationRoutes({ db, bus, sealer, mailInvitation, defaultTier: deps.defaultTier }),
      ...profileRoutes({ bus, sealer, lockTier }),
      ...machineRoutes({ db, bus, clock, sealer, nonces, presence }),
      ...commandRoutes({ bus, presence, tierOf: findTier }),
    ],
  };
}
