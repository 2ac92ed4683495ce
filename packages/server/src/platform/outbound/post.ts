import { promises as dns, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { MayReach } from '../addresses.ts';

/** A request was not sent because its address is not allowed. */
export class AddressRefused extends Error {}

/** No response within the time limit. */
export class NoAnswer extends Error {}

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

export interface OutboundPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Outbound {
  /** The status of the response. Redirects are not followed. */
  post(post: OutboundPost): Promise<number>;
  /** Throws AddressRefused if the URL contains an address that is not allowed. */
  check(url: URL): void;
}

const systemResolve: Resolve = (host) => dns.lookup(host, { all: true, verbatim: true });

/**
 * Sends to URLs that people enter. A hostname is resolved once, all its addresses are checked, and the connection uses
 * a checked address: a different later resolution has no effect.
 */
export function createOutbound(mayReach: MayReach, resolve: Resolve = systemResolve): Outbound {
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const refused = addresses.find(({ address }) => !mayReach(address));
        const [first] = addresses;
        if (refused || !first) {
          callback(new AddressRefused(`${host} leads to an address that is not public`), []);
        } else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

  const check = (url: URL) => {
    // Node connects to IP addresses without lookup. URL normalizes decimal, octal and hexadecimal forms.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayReach(host)) throw new AddressRefused(`${host} is not a public address`);
  };

  return {
    check,
    async post({ url, headers, body, timeoutMs, signal }) {
      check(url);
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      return new Promise<number>((resolve, reject) => {
        const request = send(url, { method: 'POST', agent: false, lookup, signal: limit, headers }, (response) => {
          // The body of the response is not read.
          response.destroy();
          resolve(response.statusCode ?? 0);
        });
        request.on('error', (error) => reject(limit.aborted && !signal.aborted ? noAnswer(timeoutMs) : error));
        request.end(body);
      });
    },
  };
}

function noAnswer(timeoutMs: number): NoAnswer {
  return new NoAnswer(`No response within ${timeoutMs / 1_000} s`);
}
