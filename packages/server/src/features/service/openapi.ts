import type { Endpoint } from '@berth/contract/api/endpoint';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../../http/openapi.ts';

/** Serves the contract as an OpenAPI document, made when it is first asked for. */
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
