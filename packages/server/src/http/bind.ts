import { finished } from 'node:stream';
import { type Endpoint, METHODS } from '@berth/contract/api/endpoint';
import { BODY_BYTES_MAX } from '@berth/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connection.ts';
import type { Logger } from '../platform/logger.ts';
import { ApiError } from './api-error.ts';
import { type RecordChange, recordAfter, recordWithin } from './audit.ts';
import { type Authenticate, bearerToken, requireScope } from './authentication.ts';
import { pathOf } from './declaration-check.ts';
import { Download } from './download.ts';
import { inputReader } from './input.ts';
import { LargeBodies } from './large-bodies.ts';
import type { RateLimiter } from './rate-limit.ts';
import { type HandlerResult, runHandler, sendReply } from './reply.ts';
import { asksForFields, type ReplyCheck, replyCheck } from './reply-check.ts';
import type { Caller, Route } from './route.ts';
import { inScope } from './scope.ts';
import type { ResolveTenant } from './tenancy.ts';
import { FRAME_BYTES_MAX, MULTIPART } from './upload.ts';

/** The dependencies of all calls. */
export interface Edge {
  readonly db: Database;
  readonly authenticate: Authenticate;
  readonly resolveTenant: ResolveTenant;
  readonly limiter: RateLimiter;
  readonly recordChange: RecordChange;
  readonly logger: Logger;
  /** Replies 500 if a handler's reply or error differs from its declaration. For tests, because it is slow. */
  readonly checkReplies: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The logged-in person, once the token is checked. */
    caller: Caller | undefined;
  }
}

/** Registers the routes, and replies 405 to a known path with another method. */
export function bindRoutes(fastify: FastifyInstance, routes: readonly Route[], edge: Edge): void {
  fastify.decorateRequest('caller', undefined);
  const bodies = new LargeBodies();
  for (const route of routes) {
    if (route.endpoint.upload === undefined) bindRoute(fastify, route, edge, bodies);
    // Registered in a separate scope, where handlers read multipart bodies themselves.
    else {
      void fastify.register(async (scope) => {
        scope.addContentTypeParser(MULTIPART, (_request, _payload, done) => done(null, undefined));
        bindRoute(scope, route, edge, bodies);
      });
    }
  }
  for (const [url, methods] of methodsByUrl(routes)) {
    const others = METHODS.filter((method) => !methods.has(method));
    fastify.route({
      method: others,
      url,
      bodyLimit: BODY_BYTES_MAX,
      handler: () => {
        const allow = [...methods].join(', ');
        throw new ApiError('method-not-allowed', `Method not allowed. Use ${allow}.`, undefined, { allow });
      },
    });
  }
}

function bindRoute(fastify: FastifyInstance, route: Route, edge: Edge, bodies: LargeBodies): void {
  const { endpoint } = route;
  const { limiter } = edge;
  const readInput = inputReader(endpoint);
  const check = edge.checkReplies ? replyCheck(endpoint) : undefined;

  fastify.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    bodyLimit: bodyLimitOf(endpoint),
    // Before reading the body, so that unauthorized callers send none.
    onRequest: async (request, reply) => {
      limiter.take(endpoint.rate, 'address', request.ip);
      if (endpoint.authentication !== 'user') return;
      const caller = await edge.authenticate(bearerToken(request.headers.authorization));
      const account = caller.apiKey?.id ?? caller.userId;
      limiter.take(endpoint.rate, 'account', account);
      requireScope(endpoint, caller);
      // Uploads go to a file, piece by piece.
      const end = endpoint.bodyLimit && bodies.enter(caller.userId, request.headers, endpoint.bodyLimit);
      // Also if the caller has given up meanwhile.
      if (end) finished(reply.raw, () => end());
      request.caller = caller;
    },
    handler: async (request, reply) => {
      const { caller } = request;
      const input = readInput(request);
      const about = { endpoint, input, caller, address: request.ip, requestId: request.id };
      const result = await inScope(edge, endpoint, input, caller, async (scope) => {
        const done = await runHandler(route, { request, reply }, input, caller, scope);
        const { tx, organizationId } = scope;
        await recordWithin(edge, tx, { ...about, organizationId, notes: done.notes });
        return { ...done, tx };
      }).catch(checkedError(check));
      await recordAfter(edge, result.tx, { ...about, organizationId: undefined, notes: result.notes });
      if (!asksForFields(input.query) && !(result.value instanceof Download)) check?.reply(result.value);
      await runEffects(result, edge.logger);
      return sendReply(endpoint, request, reply, result);
    },
  });
}

function bodyLimitOf({ bodyLimit = BODY_BYTES_MAX, upload }: Endpoint): number {
  return upload ? upload.maxBytes + FRAME_BYTES_MAX : bodyLimit;
}

async function runEffects({ effects }: HandlerResult, logger: Logger): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      // The change is committed: the caller must not get an error.
      logger.error({ err: error }, 'An effect after a commit failed');
    }
  }
}

function checkedError(check: ReplyCheck | undefined): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError) check?.error(error);
    throw error;
  };
}

function urlOf(endpoint: Endpoint): string {
  return pathOf(endpoint).replaceAll(/\{(\w+)\}/g, ':$1');
}

function methodsByUrl(routes: readonly Route[]): Map<string, Set<string>> {
  const byUrl = new Map<string, Set<string>>();
  for (const { endpoint } of routes) {
    const url = urlOf(endpoint);
    byUrl.set(url, (byUrl.get(url) ?? new Set()).add(endpoint.method));
  }
  return byUrl;
}
