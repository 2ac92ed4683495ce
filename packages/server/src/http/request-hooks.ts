import type { FastifyInstance } from 'fastify';
import type { TraceContext, Tracer } from '../platform/tracing/tracer.ts';
import { ApiError } from './api-error.ts';

const SHARED = /^\/(?:api\/|config\.json$|openapi\.json$)/;
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
const ALLOWED = 'authorization, content-type, if-match, if-none-match';
const EXPOSED = 'etag, retry-after, x-request-id';
const DAY_S = '86400';

/**
 * Headers of every reply, including those that allow other origins to call the API: a machine's page comes from its
 * loopback address. Any origin may call, because callers authenticate with a bearer token and never with a cookie.
 */
export function addHeaders(http: FastifyInstance, options: { readonly secure: boolean }): void {
  http.addHook('onRequest', async (request, reply) => {
    // Set on the raw response, so that other libraries that take over the response keep them.
    const { raw } = reply;
    raw.setHeader('x-content-type-options', 'nosniff');
    raw.setHeader('referrer-policy', 'same-origin');
    if (options.secure) raw.setHeader('strict-transport-security', 'max-age=31536000');

    const [path = ''] = request.url.split('?', 1);
    if (!SHARED.test(path)) return;
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', EXPOSED);
    if (request.method !== 'OPTIONS') return;
    return reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', ALLOWED)
      .header('access-control-max-age', DAY_S)
      .send();
  });
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects writes while the disk is full; reads continue. */
export function refuseWritesWhen(http: FastifyInstance, disk: { readonly isFull: boolean }): void {
  http.addHook('onRequest', async (request) => {
    if (!disk.isFull || READING.has(request.method)) return;
    throw new ApiError('unavailable', 'The server disk is full. Changes cannot be saved right now.', undefined, {
      'retry-after': '10',
    });
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: TraceContext | undefined;
  }
}

/** Traces each call by its route pattern: traces contain no IDs, names or addresses of people. */
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
