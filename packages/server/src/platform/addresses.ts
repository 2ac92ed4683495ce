import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** Which addresses a request may be sent to. */
export type MayReach = (address: string) => boolean;

// IANA's special-purpose registries: private, shared, loopback, link-local, documentation, multicast, reserved.
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Global unicast, minus tunnels and documentation. */
const GLOBAL_V6 = '2000::/3';
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const MAPPED_V4 = '::ffff:0:0/96';

const special = listOf([...SPECIAL_V4, ...SPECIAL_V6]);
const global6 = listOf([GLOBAL_V6]);
const mapped = listOf([MAPPED_V4]);

/**
 * Allows public addresses, and `networks` that the operator allows. A mapped IPv4 address counts as the IPv4 address.
 */
export function publicOr(networks: readonly string[]): MayReach {
  const opened = listOf(networks);
  return (address) => {
    const plain = unmapped(address);
    const family = familyOf(plain);
    if (family === undefined) return false;
    if (opened.check(plain, family)) return true;
    return !special.check(plain, family) && (family === 'ipv4' || global6.check(plain, family));
  };
}

/** Whether a text is an address or a network, such as 10.1.0.0/16. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const type = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, type);
    else list.addSubnet(address, Number(bits), type);
  }
  return list;
}

/** 127.0.0.1 for ::ffff:7f00:1, which URLs write in hexadecimal. */
function unmapped(address: string): string {
  if (!isIPv6(address) || !mapped.check(address, 'ipv6')) return address;
  const dotted = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [high = '', low = ''] = address.split(':').slice(-2);
  const number = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  return family === 6 ? 'ipv6' : 'ipv4';
}

/** A household or host gets a whole /64 of IPv6 addresses, which count as one. */
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

/** A request's client address according to trusted proxies; undefined without any. */
export type ForwardedFor = (request: IncomingMessage) => string | undefined;

/** For requests outside of fastify, by the same rule: the last address that is not a trusted proxy. */
export function forwardedFor(trustedProxies: readonly string[]): ForwardedFor {
  if (trustedProxies.length === 0) return () => undefined;
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (request) => proxyAddr.all(request, trusts).at(-1);
}
