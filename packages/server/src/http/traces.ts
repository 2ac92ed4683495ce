import type { FastifyInstance } from 'fastify';
import type { TraceContext, Tracer } from '../platform/tracing/tracer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    trace: TraceContext | undefined;
  }
}

/** A span for each call, by its pattern: no id, no name and no address of a person is in a trace. */
export function traceCalls(http: FastifyInstance, tracer: Tracer): void {
  http.decorateRequest('trace', undefined);
  http.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const trace = tracer.begin(typeof traceparent === 'string' ? traceparent : undefined);
    request.trace = trace;
    tracer.within(trace, done);
  });
  http.addHook('onResponse', async (request, reply) => {
    if (!request.trace) return;
    const route = request.routeOptions.url ?? 'none';
    tracer.end(request.trace, {
      name: `${request.method} ${route}`,
      failed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'berth.request_id': request.id,
      },
    });
  });
}
