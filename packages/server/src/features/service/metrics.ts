import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { ApiError } from '../../http/api-error.ts';
import { gaugeState } from './gauges.ts';
import type { NodeState } from './state.ts';
import { countWork } from './work-metrics.ts';

interface MetricsDeps extends NodeState {
  /** The token that callers must send: metrics reveal internals. */
  readonly token: string;
}

/** The library, which is loaded only if metrics are on, and where metrics are registered. */
export type Metrics = Pick<typeof import('prom-client'), 'Counter' | 'Gauge' | 'Histogram'> & {
  readonly registry: Registry;
};

/** In seconds; covers the usual call durations. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Serves this node's metrics to Prometheus at /metrics. Calls are counted by route pattern: metrics contain no IDs, names
 * or email addresses.
 */
export async function serveMetrics(http: FastifyInstance, deps: MetricsDeps): Promise<void> {
  const { Registry, Counter, Gauge, Histogram, collectDefaultMetrics } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  const metrics = { Counter, Gauge, Histogram, registry };
  collectDefaultMetrics({ register: registry });
  // Gauges that duplicate the ones by type and are named like counters.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const info = new Gauge({ name: 'berth_info', help: 'Running version', labelNames: ['version'], registers });
  info.set({ version: deps.version }, 1);
  const readState = gaugeState(metrics, deps);
  const stopCounting = countWork(metrics);
  http.addHook('onClose', async () => stopCounting());
  const calls = new Histogram({
    name: 'berth_http_request_duration_seconds',
    help: 'Duration of calls',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  http.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    calls.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
  });
  http.get('/metrics', async (request, reply) => {
    if (!knows(request.headers.authorization, deps.token)) {
      throw new ApiError('unauthenticated', 'A valid metrics token is required.');
    }
    await readState();
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
