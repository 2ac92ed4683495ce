import { API_BASE_PATH } from '@berth/contract/api/endpoint';
import { createStops, type Stops } from '@berth/contract/stops';
import manifest from '../package.json' with { type: 'json' };
import { createAlerts } from './app/alerts.ts';
import { openBase, TUNING, type Tuning } from './app/base.ts';
import { createBilling } from './app/billing.ts';
import { clientConfig } from './app/client-config.ts';
import { createDemoAccess } from './app/demo.ts';
import { createFleet } from './app/fleet.ts';
import { createMachineGateway } from './app/gateway.ts';
import { serveHttp } from './app/http.ts';
import { type Infrastructure, observe, startInfrastructure } from './app/infrastructure.ts';
import { createInterfaces } from './app/interfaces.ts';
import { createOrganizations } from './app/organizations.ts';
import { createOsVersions } from './app/os.ts';
import { createPeerToPeer } from './app/peer-to-peer.ts';
import type { Config } from './config/config.ts';
import { recordChange } from './features/audit/record.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { changeTogetherRoute } from './features/changes/change-together.ts';
import { createIdentity } from './features/identity/identity.ts';
import { serviceRoutes } from './features/service/routes.ts';
import { serveUpgrades } from './http/upgrades.ts';
import type { Logger } from './platform/logger.ts';

export interface RunningServer {
  /** The URL of the server, without a trailing slash. */
  readonly url: string;
  /** Makes /ready report that the node drains, while calls are still served. */
  leave(): void;
  stop(): Promise<void>;
}

/** How long calls in progress may take when the server stops. */
const PATIENCE_MS = 5_000;

/** Starts everything or nothing: a failed start stops the parts that already run. */
export async function startServer(config: Config, tuning: Tuning = TUNING): Promise<RunningServer> {
  const stops = createStops();
  const observed = observe(config, manifest.version, stops);
  const { logger } = observed;
  logger.info({ version: manifest.version, node: process.version }, 'Berth starts');
  let isLeaving = false;
  try {
    const infrastructure = await startInfrastructure(config, observed, stops);
    const url = await compose(config, tuning, infrastructure, () => isLeaving, logger, stops);
    logger.info({ url, version: manifest.version, schema: infrastructure.schema }, 'Berth is ready');
    return {
      url,
      leave: () => {
        isLeaving = true;
        logger.info('Berth drains: /ready answers 503');
      },
      stop: async () => {
        logger.info('Berth stops');
        await stops.run();
        logger.info('Berth stopped');
      },
    };
  } catch (error) {
    await stops.run().catch((failure: unknown) => logger.error({ err: failure }, 'Stopping failed'));
    throw error;
  }
}

/** Composes the parts on top of the infrastructure and opens the server to calls. Resolves to its URL. */
async function compose(
  config: Config,
  tuning: Tuning,
  infrastructure: Infrastructure,
  isLeaving: () => boolean,
  logger: Logger,
  stops: Stops,
): Promise<string> {
  const base = await openBase(config, tuning, infrastructure, logger, stops);
  const { db, publicUrl } = base;
  const identity = await createIdentity({
    ...base,
    audience: `${publicUrl}${API_BASE_PATH}`,
    platformAdmins: config.platformAdmins,
    external: config.identity,
    directory: config.directory,
  });
  stops.defer(() => identity.close());
  const gateway = createMachineGateway(base);
  const organizations = createOrganizations(base, gateway);
  const fleet = createFleet(base, gateway);
  const billing = await createBilling(base);
  const alerts = createAlerts(base, billing);
  const interfaces = createInterfaces(base);
  const demo = createDemoAccess(base);
  const told = clientConfig(config, publicUrl, manifest.version, identity.clientConfig);
  const osVersions = createOsVersions(base, gateway);
  const peers = createPeerToPeer(base, gateway, told.signaling);

  const single = [
    ...serviceRoutes(told),
    ...demo.routes,
    ...identity.routes,
    ...organizations.routes,
    ...fleet.routes,
    ...peers.routes,
    ...osVersions.routes,
    ...billing.routes,
    ...alerts.routes,
    ...auditRoutes({ db }),
    ...interfaces.routes,
  ];
  const routes = [...single, changeTogetherRoute({ routes: single, recordChange })];
  const machinesOnline = () => gateway.presence.onlineIds(undefined).length;
  const { machinesConnected } = gateway;
  const parts = [billing, alerts, demo, peers, osVersions];
  const served = { routes, identity, parts, machinesOnline, machinesConnected, isLeaving };
  await serveHttp(base, infrastructure, served);
  const { listener } = infrastructure;
  serveUpgrades(listener.server, publicUrl, [...gateway.upgrades, peers.upgrade]);
  stops.defer(() => listener.drain(PATIENCE_MS));
  listener.open();
  return publicUrl;
}
