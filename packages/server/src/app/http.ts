import { ENDPOINTS } from '@berth/contract/api/all';
import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { lastBackupAt } from '../db/embedded/backup.ts';
import { withApiKeys } from '../features/api-keys/routes.ts';
import { recordChange } from '../features/audit/record.ts';
import type { Identity } from '../features/identity/identity.ts';
import { resolveTenant } from '../features/organizations/store.ts';
import { serveDocs } from '../features/service/docs/docs.ts';
import { serveMetrics } from '../features/service/metrics.ts';
import { serveOpenApi, serveProbes } from '../features/service/routes.ts';
import { type NodeState, serverStateRoute } from '../features/service/state.ts';
import { bindRoutes } from '../http/bind.ts';
import { serveClientFiles } from '../http/client-files/plugin.ts';
import { assertComplete } from '../http/declaration-check.ts';
import { addHeaders, refuseWritesWhen, traceCalls } from '../http/request-hooks.ts';
import type { Route } from '../http/route.ts';
import { createHttp } from '../http/server.ts';
import { mailOperatorsOf } from './alerts.ts';
import type { Base } from './base.ts';
import { otherOrigins } from './client-config.ts';
import type { Infrastructure } from './infrastructure.ts';

export interface Served {
  readonly routes: readonly Route[];
  readonly identity: Identity;
  /** What they serve besides the API's calls, such as files. */
  readonly parts: readonly { serve(http: FastifyInstance): void }[];
  /** Number of online machines, as far as this node knows. */
  readonly machinesOnline: () => number;
  /** Number of machines connected to this node. */
  readonly machinesConnected: () => number;
  /** Whether /ready reports that the node drains. */
  readonly isLeaving: () => boolean;
}

/** Serves all HTTP. No call is served before the listener opens. */
export async function serveHttp(base: Base, infrastructure: Infrastructure, served: Served): Promise<void> {
  const { config, tuning, db, bus, clock, logger, limiter, publicUrl, stops } = base;
  const { listener, archive, disk, folder, tracer } = infrastructure;
  const { routes, identity, machinesOnline, machinesConnected, isLeaving } = served;
  const { version } = manifest;
  const state: NodeState = {
    version,
    machinesOnline,
    machinesConnected,
    isBusWhole: () => bus.isWhole(),
    archive,
    disk,
    db,
    isEmbedded: config.databaseUrl === undefined,
    lastBackupAt: () => lastBackupAt(folder),
  };
  mailOperatorsOf(base, state);
  const all = [...routes, serverStateRoute(state)];
  assertComplete(ENDPOINTS, all);
  const http = createHttp({ server: listener.server, logger, trustedProxies: config.trustedProxies });
  addHeaders(http, { secure: publicUrl.startsWith('https:') });
  if (tracer) traceCalls(http, tracer);
  refuseWritesWhen(http, disk);
  await http.register(identity.plugin);
  const authenticate = withApiKeys(identity.authenticate, { db, clock });
  const { checkReplies } = tuning;
  bindRoutes(http, all, { db, authenticate, resolveTenant, limiter, recordChange, logger, checkReplies });
  serveOpenApi(http, ENDPOINTS, { version, url: publicUrl });
  serveDocs(http, ENDPOINTS);
  if (config.metricsToken) await serveMetrics(http, { ...state, token: config.metricsToken });
  serveProbes(http, { archive, isLeaving });
  for (const part of served.parts) part.serve(http);
  serveClientFiles(http, { folder: config.clientFolder, origins: otherOrigins(config), publicUrl });
  stops.defer(() => http.close());
  await http.ready();
}
