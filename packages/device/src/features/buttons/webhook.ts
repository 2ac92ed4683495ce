import { request as requestHttps } from 'node:https';
import type { Webhook } from '@berth/contract/profile/widgets';
import { refuseUpgrade, request as requestHttp } from '../../system/http.ts';
import { publicLookup, refusePrivate } from '../../system/public-address.ts';

const TIMEOUT_MS = 10_000;

/** The webhook responded with an error status. */
export class StatusError extends Error {
  constructor(status: number) {
    super(`The webhook answered ${status}.`);
  }
}

/**
 * Sends a button's webhook; redirects are not followed. Rejects if it leads to the machine's own network or the response
 * is not a success.
 */
export async function sendWebhook({ type, url, headers }: Webhook, allowPrivate: boolean): Promise<void> {
  const address = new URL(url);
  if (!allowPrivate) refusePrivate(address);
  const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
    method: type.toUpperCase(),
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    lookup: allowPrivate ? undefined : publicLookup,
    agent: false,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const status = await new Promise<number>((resolve, reject) => {
    request.on('error', reject);
    refuseUpgrade(request, reject);
    request.on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    request.end();
  });
  if (status < 200 || status > 299) throw new StatusError(status);
}
