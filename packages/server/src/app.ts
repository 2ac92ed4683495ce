import { join } from 'node:path';
import { ENDPOINTS } from '@berth/contract/api/all';
import { API_BASE_PATH } from '@berth/contract/api/endpoint';
import manifest from '../package.json' with { type: 'json' };
import { openBus } from './app/bus.ts';
import { clientConfig, otherOrigins, publicUrlOf } from './app/client-config.ts';
import { createCommerce } from './app/commerce.ts';
import { createOwnDemo } from './app/demo.ts';
import { createFleet } from './app/fleet.ts';
import { type Infrastructure, startInfrastructure } from './app/infrastructure.ts';
import { createInterfaces } from './app/interfaces.ts';
import { observe } from './app/observe.ts';
import { createPeerToPeer } from './app/peer-to-peer.ts';
import { createStops, type Stops } from './app/stops.ts';
import type { Config } from './config/config.ts';
import { withApiKeys } from './features/api-keys/authenticate.ts';
import { recordChange } from './features/audit/record.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { forwardToDemo } from './features/demo/forward.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { createIdentity } from './features/identity/identity.ts';
import { resolveTenant } from './features/organizations/resolve-tenant.ts';
import { serveDocs } from './features/service/docs/docs.ts';
import { serveMetrics } from './features/service/metrics.ts';
import { serveOpenApi } from './features/service/openapi.ts';
import { serveProbes } from './features/service/probes.ts';
import { serviceRoutes } from './features/service/routes.ts';
import { GATEWAY_TIMING, type GatewayTiming } from './gateway/gateway.ts';
import { bindRoutes } from './http/bind.ts';
import { serveClientFiles } from './http/client-files/plugin.ts';
import { assertComplete } from './http/declared.ts';
import { addHeaders } from './http/headers.ts';
import { createRateLimiter, RATE_LIMITS, type RateLimits, scaled } from './http/rate-limit.ts';
import { refuseWritesWhen } from './http/read-only.ts';
import type { Route } from './http/route.ts';
import { createHttp } from './http/server.ts';
import { traceCalls } from './http/traces.ts';
import { serveUpgrades } from './http/upgrades.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createFolderStore } from './platform/file-store.ts';
import { forwardedFor } from './platform/forwarded.ts';
import type { Logger } from './platform/logger.ts';
import { createMailer } from './platform/mail.ts';
import type { MayReach } from './platform/outbound/addresses.ts';
import type { Resolve } from './platform/outbound/post.ts';
import { createS3Store } from './platform/s3/store.ts';
import type { Tracer } from './platform/tracing/tracer.ts';

/** What tests and benchmarks set otherwise than an operator could. */
export interface Tuning {
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  /** Compare every answer with its declaration: costs time, finds mistakes. */
  readonly checkReplies: boolean;
  /** Whether housekeeping runs: what is due is charged, delivered, expired and cleaned away by itself. */
  readonly jobs: boolean;
  readonly gatewayTiming: GatewayTiming;
  /** How names of webhooks' receivers are resolved; undefined: as the system does. */
  readonly resolve: Resolve | undefined;
  /** Which addresses webhooks reach; undefined: public ones, and the networks that the operator opened. */
  readonly mayReach: MayReach | undefined;
}

export interface RunningServer {
  /** The address to use it at, without a slash at its end. */
  readonly url: string;
  /** Has /ready say that no more calls should come, while they are still answered. */
  leave(): void;
  stop(): Promise<void>;
}

export const TUNING: Tuning = {
  clock: systemClock,
  rateLimits: RATE_LIMITS,
  checkReplies: false,
  jobs: true,
  gatewayTiming: GATEWAY_TIMING,
  resolve: undefined,
  mayReach: undefined,
};

/** How long calls that are under way when the server is stopped may take. */
const PATIENCE_MS = 5_000;

/** Starts everything, or nothing: what was started before a failure is stopped again. */
export async function startServer(config: Config, tuning: Tuning = TUNING): Promise<RunningServer> {
  const stops = createStops();
  const observed = observe(config, manifest.version, stops);
  const { logger, tracer } = observed;
  logger.info({ version: manifest.version, node: process.version }, 'Berth starts');
  let isLeaving = false;
  try {
    const infrastructure = await startInfrastructure(config, observed, stops);
    const url = await compose(config, tuning, { ...infrastructure, tracer, isLeaving: () => isLeaving }, logger, stops);
    logger.info({ url }, 'Berth is ready');
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

async function compose(
  config: Config,
  tuning: Tuning,
  infrastructure: Infrastructure & { readonly tracer: Tracer | undefined; readonly isLeaving: () => boolean },
  logger: Logger,
  stops: Stops,
): Promise<string> {
  const { db, listener, secret, archive } = infrastructure;
  const { clock } = tuning;
  const publicUrl = publicUrlOf(config, listener.port);
  const bus = await openBus(config, secret, logger, stops);
  const limiter = createRateLimiter(scaled(tuning.rateLimits, config.rateFactor), clock, bus);
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    outbox: join(infrastructure.folder, 'outbox'),
    from: config.mailFrom,
  });

  const identity = await createIdentity({
    db,
    bus,
    clock,
    logger,
    limiter,
    mailer,
    serverKey: secret,
    publicUrl,
    audience: `${publicUrl}${API_BASE_PATH}`,
    platformAdmins: config.platformAdmins,
    external: config.identity,
    directory: config.directory,
  });
  stops.add(() => identity.close());

  const { gatewayTiming } = tuning;
  const { defaultTier } = config;
  const fleet = createFleet({
    db,
    bus,
    clock,
    logger,
    mailer,
    publicUrl,
    forwardedFor: forwardedFor(config.trustedProxies),
    files: config.storage
      ? createS3Store(config.storage, join(infrastructure.folder, 'uploads'))
      : createFolderStore(join(infrastructure.folder, 'files')),
    serverKey: secret,
    defaultTier,
    gatewayTiming,
    jobs: tuning.jobs,
    isShared: config.natsUrl !== undefined,
    stops,
  });

  const commerce = await createCommerce({ config, db, clock, logger, mailer, publicUrl, jobs: tuning.jobs, stops });

  const interfaces = createInterfaces({
    db,
    bus,
    clock,
    logger,
    serverKey: secret,
    webhookNetworks: config.webhookNetworks,
    resolve: tuning.resolve,
    mayReach: tuning.mayReach,
    jobs: tuning.jobs,
    stops,
  });

  const demo = config.demo ? createOwnDemo(clock, logger) : undefined;
  if (demo) stops.add(() => demo.stop());

  const told = clientConfig(config, publicUrl, manifest.version, identity.clientConfig);
  const peers = createPeerToPeer({
    config,
    db,
    bus,
    clock,
    serverKey: secret,
    publicUrl,
    signaling: told.signaling,
    stops,
  });

  const routes: Route[] = [
    ...serviceRoutes(told),
    ...demoRoutes(demo, publicUrl),
    ...identity.routes,
    ...fleet.routes,
    ...peers.routes,
    ...commerce.routes,
    ...auditRoutes({ db }),
    ...interfaces.routes,
  ];
  assertComplete(ENDPOINTS, routes);

  const http = createHttp({ server: listener.server, logger, trustedProxies: config.trustedProxies });
  addHeaders(http, { secure: publicUrl.startsWith('https:') });
  if (infrastructure.tracer) traceCalls(http, infrastructure.tracer);
  refuseWritesWhen(http, infrastructure.disk);
  await http.register(identity.plugin);
  const authenticate = withApiKeys(identity.authenticate, { db, clock });
  const { checkReplies } = tuning;
  bindRoutes(http, routes, { db, authenticate, resolveTenant, limiter, recordChange, logger, checkReplies });
  serveOpenApi(http, ENDPOINTS, { version: manifest.version, url: publicUrl });
  serveDocs(http, ENDPOINTS);
  if (config.metricsToken) {
    const { machinesOnline } = fleet;
    await serveMetrics(http, { token: config.metricsToken, machinesOnline, archive, version: manifest.version });
  }
  serveProbes(http, { archive, isLeaving: infrastructure.isLeaving });
  commerce.serve(http);
  if (demo) forwardToDemo(http, { demo, limiter });
  peers.serve(http);
  serveClientFiles(http, { folder: config.clientFolder, origins: otherOrigins(config) });
  stops.add(() => http.close());
  await http.ready();
  serveUpgrades(listener.server, publicUrl, [...fleet.upgrades, peers.upgrade]);
  stops.add(() => listener.drain(PATIENCE_MS));
  listener.open();
  return publicUrl;
}
