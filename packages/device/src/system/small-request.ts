import { request as requestHttps } from 'node:https';
import { request as requestHttp } from './http.ts';

export interface SmallReply {
  readonly status: number;
  readonly body: string;
}

/** More than any answer that is asked for this way. */
const BODY_BYTES_MAX = 1024 * 1024;

/**
 * Asks for something small. Not by `fetch`, which takes 15 MB of memory with its first use: a machine at rest asks this way
 * only. Redirects are not followed. `json` is sent as the body. Rejects when nobody answers in
 * time, or too much.
 */
export function smallRequest(
  address: URL,
  method: 'GET' | 'HEAD' | 'POST',
  timeoutMs: number,
  json?: unknown,
): Promise<SmallReply> {
  return new Promise((resolve, reject) => {
    const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
      method,
      headers: json === undefined ? {} : { 'content-type': 'application/json' },
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('error', reject);
    request.on('response', (reply) => {
      let body = '';
      reply.setEncoding('utf8');
      reply.on('error', reject);
      reply.on('data', (text: string) => {
        body += text;
        if (body.length > BODY_BYTES_MAX) request.destroy(new Error(`${address.host} answers too much.`));
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }));
    });
    request.end(json === undefined ? undefined : JSON.stringify(json));
  });
}
