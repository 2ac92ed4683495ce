import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Where a request came from, in the words of proxies that are trusted; undefined where none are. */
export type ForwardedFor = (request: IncomingMessage) => string | undefined;

/** For requests that fastify does not see, as it reads the others: the last address that no trusted proxy has. */
export function forwardedFor(trustedProxies: readonly string[]): ForwardedFor {
  if (trustedProxies.length === 0) return () => undefined;
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (request) => proxyAddr.all(request, trusts).at(-1);
}
