import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { RateLimiter } from '../../../http/rate-limit.ts';

/** The provider's base path. */
export const PROVIDER_PATH = '/oidc';

/**
 * For the provider's pages, such as its self-submitting form; our pages set a stricter policy. The provider adds the hashes
 * of its scripts. Forms can lead to a machine's page.
 */
const POLICY =
  "default-src 'none'; script-src; form-action 'self' http://127.0.0.1:*; frame-ancestors 'none'; base-uri 'none'";

const METADATA = '/.well-known/oauth-authorization-server';

/**
 * Runs the provider inside fastify, which must neither read its bodies nor reply for it. The provider builds addresses
 * from the request's host, which clients can forge: the plugin replaces it by the public address.
 */
export function providerPlugin(provider: Provider, publicUrl: string, limiter: RateLimiter): FastifyPluginAsync {
  const { host, protocol } = new URL(publicUrl);
  provider.proxy = true;
  provider.use(async (ctx, next) => {
    ctx.set('content-security-policy', POLICY);
    await next();
  });
  const answer: RequestListener = provider.callback();

  return async (fastify) => {
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const forward = (request: FastifyRequest, reply: FastifyReply, address: string) => {
      limiter.take(request.method === 'GET' ? 'read' : 'write', 'address', request.ip);
      reply.hijack();
      const raw: IncomingMessage & { originalUrl?: string } = request.raw;
      raw.originalUrl = address;
      raw.url = address.slice(PROVIDER_PATH.length);
      raw.headers.host = host;
      raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
      delete raw.headers['x-forwarded-host'];
      // The client address: a forwarded one only behind a configured proxy.
      raw.headers['x-forwarded-for'] = request.ip;
      answer(raw, reply.raw);
    };
    fastify.all(`${PROVIDER_PATH}/*`, (request, reply) => forward(request, reply, request.raw.url ?? ''));
    // RFC 8414, 3.1: the metadata of an issuer with a path stands between the host and that path.
    fastify.all(`${METADATA}${PROVIDER_PATH}`, (request, reply) =>
      forward(request, reply, `${PROVIDER_PATH}${METADATA}`),
    );
  };
}
