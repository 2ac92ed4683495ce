import { request as forwardRequest, type IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { METHODS } from '@berth/contract/api/endpoint';
import { DEMO_API_PATH } from '@berth/contract/rules/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/api-error.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import type { Demo } from './demo.ts';

/** Maximum body size in bytes: enough for a profile with images. */
const BODY_BYTES_MAX = 1024 * 1024;
const TIMEOUT_MS = 30_000;

const ASKED = ['accept', 'authorization', 'content-type', 'if-match', 'if-none-match'] as const;
const ANSWERED = [
  'cache-control',
  'content-disposition',
  'content-type',
  'etag',
  'retry-after',
  'www-authenticate',
  'x-request-id',
] as const;

/** Forwards calls below the demo's API base to the demo, with the listed headers only. */
export function forwardToDemo(
  http: FastifyInstance,
  { demo, limiter }: { readonly demo: Demo; readonly limiter: RateLimiter },
): void {
  http.route({
    method: [...METHODS],
    url: `${DEMO_API_PATH}/*`,
    bodyLimit: BODY_BYTES_MAX,
    onRequest: async (request) => limiter.take('poll', 'address', request.ip),
    handler: async (request, reply) => {
      const open = demo.use();
      // Like an expired token: the visitor has to start again.
      if (!open) throw new ApiError('unauthenticated', 'The demo has ended. Start it again.');
      if (/^multipart\//i.test(request.headers['content-type'] ?? '')) {
        throw new ApiError('forbidden', 'The demo does not accept files.');
      }
      const answer = await ask(open.port, request).catch(() => {
        throw new ApiError('unavailable', 'The demo is not responding.');
      });
      return pass(answer, reply);
    },
  });
}

function ask(port: number, request: FastifyRequest): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const body = Buffer.isBuffer(request.body) ? request.body : undefined;
  const forwarded = forwardRequest(
    {
      host: '127.0.0.1',
      port,
      method: request.method,
      path: request.url.slice('/demo'.length),
      timeout: TIMEOUT_MS,
      headers: {
        ...chosen(ASKED, request.headers),
        'x-forwarded-for': request.ip,
        ...(body ? { 'content-length': body.length } : {}),
      },
    },
    resolve,
  );
  forwarded.once('timeout', () => forwarded.destroy(new Error('The demo took too long')));
  forwarded.once('error', reject);
  forwarded.end(body);
  return promise;
}

async function pass(answer: IncomingMessage, reply: FastifyReply): Promise<FastifyReply> {
  reply.hijack();
  const headers = { ...reply.getHeaders(), ...chosen(ANSWERED, answer.headers) };
  reply.raw.writeHead(answer.statusCode ?? 502, Object.fromEntries(Object.entries(headers).filter(([, each]) => each)));
  // A caller who disconnects ends both streams.
  await pipeline(answer, reply.raw).catch(() => answer.destroy());
  return reply;
}

function chosen(names: readonly string[], headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) found[name] = value;
  }
  return found;
}
