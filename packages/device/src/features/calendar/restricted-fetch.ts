import { request as requestHttps } from 'node:https';
import type { CalendarErrorCode } from '@berth/contract/bridge/calendar';
import { refuseUpgrade, request as requestHttp } from '../../system/http.ts';
import { PrivateAddressError, publicLookup, refusePrivate } from '../../system/public-address.ts';

const TIMEOUT_MS = 10_000;
/** About ten times a week of a busy room. */
const BODY_BYTES_MAX = 8 * 1024 * 1024;
const NO_BODY = new Set([204, 205, 304]);

/**
 * `fetch` for a calendar server. Refuses private addresses unless they are allowed, sends the password over TLS only,
 * follows no redirect, and limits the duration and size of a reply.
 */
export function restrictedFetch(allowPrivate: boolean): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    try {
      if (!allowPrivate) refusePrivate(url);
      if (!allowPrivate && url.protocol !== 'https:') {
        throw new CalendarError('private-address', 'Calendars outside the local network require HTTPS.');
      }
      const { status, headers, body } = await send(url, init, allowPrivate);
      if (status === 401) throw new CalendarError('login', 'The calendar rejected the account.');
      return new Response(NO_BODY.has(status) ? null : new Uint8Array(body), { status, headers });
    } catch (error) {
      if (error instanceof CalendarError) throw error;
      if (error instanceof PrivateAddressError) throw new CalendarError('private-address', error.message);
      throw new CalendarError('unreachable', 'The calendar is not responding.');
    }
  };
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

function send(url: URL, init: RequestInit | undefined, allowPrivate: boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: init?.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init?.headers)),
      lookup: allowPrivate ? undefined : publicLookup,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    request.on('error', reject);
    refuseUpgrade(request, reject);
    request.on('response', (reply) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      reply.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > BODY_BYTES_MAX) request.destroy(new Error('too much'));
        else parts.push(part);
      });
      reply.on('error', reject);
      reply.on('end', () => {
        const headers = new Headers();
        for (const [key, value] of Object.entries(reply.headers)) headers.set(key, String(value));
        resolve({ status: reply.statusCode ?? 0, headers, body: Buffer.concat(parts) });
      });
    });
    // WebDAV bodies are strings.
    request.end(typeof init?.body === 'string' ? init.body : undefined);
  });
}

/** A calendar that cannot be read. The message is logged: it contains no address and no account. */
export class CalendarError extends Error {
  readonly code: CalendarErrorCode;

  constructor(code: CalendarErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
