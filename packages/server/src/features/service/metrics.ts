import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ArchiveWatch } from '../../db/archive-watch.ts';
import type { Database } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';

interface MetricsDeps {
  /** The token that callers must send: metrics reveal internals. */
  readonly token: string;
  /** Number of online machines, as far as this node knows. */
  readonly machinesOnline: () => number;
  readonly archive: ArchiveWatch;
  readonly pools: Database['pools'];
  /** When the installation was last backed up; undefined: never. */
  readonly lastBackupAt: () => Date | undefined;
  readonly version: string;
}

/** In seconds; covers the usual call durations. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Serves this node's metrics to Prometheus at /metrics. Loads the library only if metrics are on. Calls are counted by
 * route pattern: metrics contain no IDs, names, or email addresses.
 */
export async function serveMetrics(http: FastifyInstance, deps: MetricsDeps): Promise<void> {
  const { Registry, Histogram, Gauge, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges that duplicate the ones by type and are named like counters.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  new Gauge({
    name: 'berth_machines_online',
    help: 'Online machines, as far as this node knows',
    registers: [registry],
    collect() {
      this.set(deps.machinesOnline());
    },
  });
  const waiting = new Gauge({
    name: 'berth_database_pool_waiting',
    help: 'Calls that wait for a database connection of this node',
    labelNames: ['role'],
    registers: [registry],
  });
  new Gauge({
    name: 'berth_database_pool_busy',
    help: 'Database connections of this node in use',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      for (const pool of deps.pools()) {
        this.set({ role: pool.role }, pool.busy);
        waiting.set({ role: pool.role }, pool.waiting);
      }
    },
  });
  new Gauge({ name: 'berth_info', help: 'Running version', labelNames: ['version'], registers: [registry] }).set(
    { version: deps.version },
    1,
  );
  new Gauge({
    name: 'berth_backup_last_timestamp_seconds',
    help: 'Time of the last backup by `npm run backup`; 0: none',
    registers: [registry],
    collect() {
      this.set((deps.lastBackupAt()?.getTime() ?? 0) / 1_000);
    },
  });
  const lastArchived = new Gauge({
    name: 'berth_wal_last_archived_timestamp_seconds',
    help: 'Time when the last WAL segment was archived; 0: none',
    registers: [registry],
  });
  new Gauge({
    name: 'berth_wal_archive_failing',
    help: '1 while the WAL archive fails',
    registers: [registry],
    async collect() {
      const state = await deps.archive.check().catch(() => undefined);
      if (state === undefined) return;
      this.set(state.isFailing ? 1 : 0);
      lastArchived.set((state.lastArchivedAt?.getTime() ?? 0) / 1_000);
    },
  });
  const calls = new Histogram({
    name: 'berth_http_request_duration_seconds',
    help: 'Duration of calls',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  http.get('/metrics', async (request, reply) => {
    if (!knows(request.headers.authorization, deps.token)) {
      throw new ApiError('unauthenticated', 'A valid metrics token is required.');
    }
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** Compares hashes, so that timing reveals nothing. */
function knows(authorization: string | undefined, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}
