import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { BODY_BYTES_MAX } from '@berth/contract/limits';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, fastify, LogController } from 'fastify';
import type { Logger } from '../platform/logger.ts';
import { ApiError, toApiError } from './api-error.ts';
import { answerClientError } from './client-error.ts';

export interface HttpOptions {
  /** The listening socket, opened before everything else so that a port in use is reported at once. */
  readonly server: Server;
  readonly logger: Logger;
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted; none if empty. */
  readonly trustedProxies: readonly string[];
}

/** An HTTP server on which every error has the same format. */
export function createHttp({ server, logger, trustedProxies }: HttpOptions): FastifyInstance {
  const base: FastifyBaseLogger = logger;
  const http = fastify({
    serverFactory: (handler) => server.on('request', handler),
    loggerInstance: base,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    bodyLimit: BODY_BYTES_MAX,
    // A call that arrives during shutdown is answered, and told to close its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) =>
      void sendError(reply, toApiError(error, request.id, logger), request.id),
  });
  // Bodies arrive as bytes; each endpoint parses them by its declared media types.
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  http.setErrorHandler((error, request, reply) => sendError(reply, toApiError(error, request.id, logger), request.id));
  http.setNotFoundHandler((request, reply) => sendError(reply, new ApiError('not-found', 'Not found.'), request.id));
  return http;
}

function sendError(reply: FastifyReply, error: ApiError, requestId: string): FastifyReply {
  if (error.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer error="invalid_token"');
  return reply
    .code(error.status)
    .headers(error.headers)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(error.toReply(requestId)));
}
