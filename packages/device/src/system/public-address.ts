import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Addresses of the machine and its network, which requests on behalf of the cloud must not reach. */
const PRIVATE = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(address, prefix, 'ipv4');
}
for (const [address, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(address, prefix, 'ipv6');
}

/** Whether an address belongs to the machine or its network; IPv4-mapped IPv6 counts as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return PRIVATE.check(mapped, 'ipv4');
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** A request on behalf of the cloud led to a private address. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is an address of the machine's own network, which is not to be called.`);
  }
}

/** Throws if the host is a private address; `publicLookup` checks host names. */
export function refusePrivate({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && isPrivateAddress(host)) throw new PrivateAddressError(host);
}

/**
 * Resolves a host name for a request. The checked address is the one connected to, so that DNS rebinding cannot lead to
 * a private address.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const allowed = error ? [] : found.filter(({ address }) => !isPrivateAddress(address));
    const [first] = allowed;
    if (!first) return done(error ?? new PrivateAddressError(hostname), '', 0);
    if (options.all) done(null, allowed);
    else done(null, first.address, first.family);
  });
};
