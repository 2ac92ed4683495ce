import { type Endpoint, METHODS } from '@berth/contract/api/endpoint';
import { BODY_BYTES_MAX } from '@berth/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/connection.ts';
import type { Logger } from '../platform/logger.ts';
import { type Answer, answerOnce, sendAnswer } from './answer.ts';
import { ApiError } from './api-error.ts';
import { type RecordChange, recordAfter, recordWithin } from './audit.ts';
import { type Authenticate, bearerToken, requireScope } from './authentication.ts';
import { pathOf } from './declaration-check.ts';
import { Download } from './download.ts';
import { inputReader } from './input.ts';
import type { RateLimiter } from './rate-limit.ts';
import { asksForFields, type ReplyCheck, replyCheck } from './reply-check.ts';
import type { Caller, Route } from './route.ts';
import { inScope } from './scope.ts';
import type { ResolveTenant } from './tenancy.ts';
import { FRAME_BYTES_MAX, MULTIPART } from './upload.ts';

/** What the edge of every call works with. */
export interface Edge {
  readonly db: Database;
  readonly authenticate: Authenticate;
  readonly resolveTenant: ResolveTenant;
  readonly limiter: RateLimiter;
  readonly recordChange: RecordChange;
  readonly logger: Logger;
  /** Answers 500 where a handler's reply or error is not as declared: for tests, because it costs time. */
  readonly checkReplies: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person, once the edge has checked the token. */
    caller: Caller | undefined;
  }
}

/** Serves the routes, and answers 405 where only another method is served. */
export function bindRoutes(fastify: FastifyInstance, routes: readonly Route[], edge: Edge): void {
  fastify.decorateRequest('caller', undefined);
  for (const route of routes) {
    if (route.endpoint.upload === undefined) bindRoute(fastify, route, edge);
    // In a scope of its own, where a multipart body is left to the handler to read as it comes.
    else {
      void fastify.register(async (scope) => {
        scope.addContentTypeParser(MULTIPART, (_request, _payload, done) => done(null, undefined));
        bindRoute(scope, route, edge);
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

function bindRoute(fastify: FastifyInstance, route: Route, edge: Edge): void {
  const { endpoint } = route;
  const { limiter } = edge;
  const readInput = inputReader(endpoint);
  const check = edge.checkReplies ? replyCheck(endpoint) : undefined;

  fastify.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    bodyLimit: bodyLimitOf(endpoint),
    // Before the body is read: unauthorized callers send no body.
    onRequest: async (request) => {
      limiter.take(endpoint.rate, 'address', request.ip);
      if (endpoint.authentication !== 'user') return;
      const caller = await edge.authenticate(bearerToken(request.headers.authorization));
      limiter.take(endpoint.rate, 'account', caller.apiKey?.id ?? caller.userId);
      requireScope(endpoint, caller);
      request.caller = caller;
    },
    handler: async (request, reply) => {
      const { caller } = request;
      const input = readInput(request);
      const about = { endpoint, input, caller, address: request.ip, requestId: request.id };
      const answer = await inScope(edge, endpoint, input, caller, async (scope) => {
        const done = await answerOnce(route, { request, reply }, input, caller, scope);
        const { tx, organizationId } = scope;
        await recordWithin(edge, tx, { ...about, organizationId, notes: done.notes });
        return { ...done, tx };
      }).catch(checkedError(check));
      await recordAfter(edge, answer.tx, { ...about, organizationId: undefined, notes: answer.notes });
      if (!asksForFields(input.query) && !(answer.value instanceof Download)) check?.reply(answer.value);
      await runEffects(answer, edge.logger);
      return sendAnswer(endpoint, request, reply, answer);
    },
  });
}

function bodyLimitOf({ bodyLimit = BODY_BYTES_MAX, upload }: Endpoint): number {
  return upload ? upload.maxBytes + FRAME_BYTES_MAX : bodyLimit;
}

async function runEffects({ effects }: Answer, logger: Logger): Promise<void> {
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
