import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { MayReach } from '../addresses.ts';
import { createResolve, type Resolve } from './resolve.ts';

/** A request was not sent because its address is not allowed. */
export class AddressError extends Error {}

/** No response within the time limit. */
export class NoAnswerError extends Error {}

export interface OutboundPost {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface OutboundGet {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body; more is not read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface OutboundReply {
  readonly status: number;
  readonly contentType: string;
  /** Where a redirect leads. */
  readonly location: string | undefined;
  readonly body: Buffer;
  /** Whether the body ended within the limit. */
  readonly isWhole: boolean;
}

export interface Outbound {
  /** Reads a response up to a size. Redirects are not followed. */
  get(get: OutboundGet): Promise<OutboundReply>;
  /** The status of the response. Redirects are not followed. */
  post(post: OutboundPost): Promise<number>;
  /** Throws AddressError if the URL contains an address that is not allowed. */
  check(url: URL): void;
}

/**
 * Sends to URLs that people enter. A hostname is resolved once, all its addresses are checked, and the connection uses
 * a checked address: a different later resolution has no effect.
 */
export function createOutbound(mayReach: MayReach, resolve: Resolve = createResolve()): Outbound {
  const lookup: LookupFunction = (host, options, callback) => {
    resolve(host).then(
      (addresses) => {
        const refused = addresses.find(({ address }) => !mayReach(address));
        const [first] = addresses;
        if (refused || !first) {
          callback(new AddressError(`${host} leads to an address that is not public`), []);
        } else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

  const check = (url: URL) => {
    // Node connects to IP addresses without lookup. URL normalizes decimal, octal and hexadecimal forms.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !mayReach(host)) throw new AddressError(`${host} is not a public address`);
  };

  return {
    check,
    async get({ url, headers, maxBytes, signal }) {
      check(url);
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      return new Promise<OutboundReply>((resolve, reject) => {
        const request = send(url, { method: 'GET', agent: false, lookup, signal, headers }, (response) => {
          const { statusCode = 0, headers: answered } = response;
          const contentType = answered['content-type'] ?? '';
          readUpTo(response, maxBytes).then(
            (read) => resolve({ status: statusCode, contentType, location: answered.location, ...read }),
            reject,
          );
        });
        onUpgrade(request, (status) =>
          resolve({ status, contentType: '', location: undefined, body: Buffer.alloc(0), isWhole: true }),
        );
        request.on('error', reject);
        request.end();
      });
    },
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
        onUpgrade(request, resolve);
        request.on('error', (error) => reject(limit.aborted && !signal.aborted ? noAnswer(timeoutMs) : error));
        request.end(body);
      });
    },
  };
}

/** Handles 101 Switching Protocols: without a listener, Node closes the connection and reports neither response nor error. */
function onUpgrade(request: ClientRequest, answer: (status: number) => void): void {
  request.on('upgrade', ({ statusCode = 0 }, socket) => {
    socket.destroy();
    answer(statusCode);
  });
}

async function readUpTo(response: IncomingMessage, maxBytes: number): Promise<Pick<OutboundReply, 'body' | 'isWhole'>> {
  const parts: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > maxBytes) return { body: Buffer.concat(parts).subarray(0, maxBytes), isWhole: false };
  }
  return { body: Buffer.concat(parts), isWhole: true };
}

/** What is wrong with a URL that people enter, wherever it leads; undefined if nothing is. */
export function urlFault(url: URL, plainHttp: boolean): string | undefined {
  if (url.protocol !== 'https:' && !(plainHttp && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  return undefined;
}

function noAnswer(timeoutMs: number): NoAnswerError {
  return new NoAnswerError(`No response within ${timeoutMs / 1_000} s`);
}
