import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import type { Webhook } from '@berth/contract/profile/widget-button';

const TIMEOUT_MS = 10_000;

/** Addresses of the machine itself and of its own network, which a page of the cloud has no business with. */
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

/** Whether an address belongs to the machine or its own network; IPv4 in IPv6 is looked at as what it is. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return PRIVATE.check(mapped, 'ipv4');
  return PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Sends a button's webhook. The address that was checked is the one connected to, so that a name cannot turn into a
 * private address in between; redirects are not followed. Rejects unless the answer is a success.
 */
export async function sendWebhook({ type, url, headers }: Webhook, allowPrivate: boolean): Promise<void> {
  const address = new URL(url);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw refused(host);
  const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
    method: type.toUpperCase(),
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    lookup: allowPrivate ? undefined : publicLookup,
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const status = await new Promise<number>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    request.end();
  });
  if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}.`);
}

const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const allowed = error ? [] : found.filter(({ address }) => !isPrivateAddress(address));
    const [first] = allowed;
    if (!first) return done(error ?? refused(hostname), '', 0);
    if (options.all) done(null, allowed);
    else done(null, first.address, first.family);
  });
};

function refused(host: string): Error {
  return new Error(`${host} is an address of the machine's own network, which buttons may not call.`);
}
