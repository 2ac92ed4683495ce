import type { Endpoint } from '@berth/contract/api/endpoint';
import { type ClientConfig, ping, readConfig } from '@berth/contract/api/service';
import type { FastifyInstance } from 'fastify';
import type { ArchiveWatch } from '../../db/archive-watch.ts';
import { ApiError } from '../../http/api-error.ts';
import { openApiDocument } from '../../http/openapi.ts';
import { type Route, route } from '../../http/route.ts';

/** The public calls: client configuration and health. */
export function serviceRoutes(config: ClientConfig): Route[] {
  return [route(readConfig, () => config), route(ping, () => ({ status: 'ok' }))];
}

interface ProbesDeps {
  readonly archive: ArchiveWatch;
  /** Whether this node is draining: load balancers send it no more calls. */
  readonly isLeaving: () => boolean;
}

/** Probes: /health replies while the process runs, /ready while it can serve calls. */
export function serveProbes(http: FastifyInstance, { archive, isLeaving }: ProbesDeps): void {
  http.get('/health', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  http.get('/ready', async (_request, reply) => {
    if (isLeaving()) throw new ApiError('unavailable', 'This node is about to stop.');
    const { isFailing } = await archive.check().catch(() => {
      throw new ApiError('unavailable', 'The database is not responding.');
    });
    // A failing archive does not fail the probe: the node still serves calls.
    const detail = isFailing ? { archive: 'failing' } : {};
    return reply.header('cache-control', 'no-store').send({ status: 'ok', ...detail });
  });
}

/** Serves the contract as an OpenAPI document. The first request generates it. */
export function serveOpenApi(
  http: FastifyInstance,
  endpoints: readonly Endpoint[],
  info: { readonly version: string; readonly url: string },
): void {
  let text: string | undefined;
  http.get('/openapi.json', (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(endpoints, info));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
