import type { Agent } from 'node:http';
import { Agent as AgentHttps, request as requestHttps } from 'node:https';
import { Agent as AgentHttp, refuseUpgrade, request as requestHttp } from './http.ts';

export interface HttpReply {
  readonly status: number;
  /** The server's Date header, if any. */
  readonly date: string | undefined;
  readonly body: string;
}

export interface HttpRequestOptions {
  /** Sent as the body. */
  readonly json?: unknown;
  /** An agent with a kept connection; otherwise a new connection is opened. */
  readonly kept?: Agent;
}

/** Larger than any expected reply. */
const BODY_BYTES_MAX = 1024 * 1024;

/**
 * Sends a small request. Not with `fetch`, whose first use takes 15 MB of memory: an idle machine only uses this
 * function. Does not follow redirects. Rejects if the reply is late or too large.
 */
export function httpRequest(
  address: URL,
  method: 'GET' | 'HEAD' | 'POST' | 'PUT',
  timeoutMs: number,
  { json, kept }: HttpRequestOptions = {},
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const request = (isSecure(address) ? requestHttps : requestHttp)(address, {
      method,
      headers: json === undefined ? {} : { 'content-type': 'application/json' },
      agent: kept ?? false,
    });
    // AbortSignal.timeout would cost a tenth of an idle machine's CPU time.
    const timer = setTimeout(() => request.destroy(new Error(`${address.host} does not answer.`)), timeoutMs);
    request.on('close', () => clearTimeout(timer));
    request.on('error', reject);
    refuseUpgrade(request, reject);
    request.on('response', (reply) => {
      let body = '';
      reply.setEncoding('utf8');
      reply.on('error', reject);
      reply.on('data', (text: string) => {
        body += text;
        if (body.length > BODY_BYTES_MAX) request.destroy(new Error(`${address.host} answers too much.`));
      });
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, date: reply.headers.date, body }));
    });
    request.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

/** An agent that reuses one connection to this address while the server keeps it open. */
export function keptConnection(address: URL): Agent {
  return new (isSecure(address) ? AgentHttps : AgentHttp)({ keepAlive: true, maxSockets: 1 });
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:';
}
