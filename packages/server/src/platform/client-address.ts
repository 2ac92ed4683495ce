import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** A household or a host gets a whole /64 of IPv6 addresses: they count as one. */
export function network(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const [before = [], after = []] = groups;
  const filled = address.includes('::')
    ? [...before, ...Array(8 - before.length - after.length).fill('0'), ...after]
    : before;
  return filled.slice(0, 4).join(':');
}

/** Where a request came from, in the words of proxies that are trusted; undefined where none are. */
export type ForwardedFor = (request: IncomingMessage) => string | undefined;

/** For requests that fastify does not see, as it reads the others: the last address that no trusted proxy has. */
export function forwardedFor(trustedProxies: readonly string[]): ForwardedFor {
  if (trustedProxies.length === 0) return () => undefined;
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (request) => proxyAddr.all(request, trusts).at(-1);
}
