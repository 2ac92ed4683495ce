import type { Agent } from 'node:http';
import { Agent as AgentHttps, request as requestHttps } from 'node:https';
import { Agent as AgentHttp, request as requestHttp } from './http.ts';

export interface HttpReply {
  readonly status: number;
  readonly body: string;
}

export interface HttpRequestOptions {
  /** Sent as the body. */
  readonly json?: unknown;
  /** Whose connection is used; one of its own otherwise. */
  readonly kept?: Agent;
}

/** More than any answer that is asked for this way. */
const BODY_BYTES_MAX = 1024 * 1024;

/**
 * Asks for something small. Not by `fetch`, which takes 15 MB of memory with its first use: a machine at rest asks this way
 * only. Redirects are not followed. Rejects when nobody answers in time, or too much.
 */
export function httpRequest(
  address: URL,
  method: 'GET' | 'HEAD' | 'POST',
  timeoutMs: number,
  { json, kept }: HttpRequestOptions = {},
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const request = (isSecure(address) ? requestHttps : requestHttp)(address, {
      method,
      headers: json === undefined ? {} : { 'content-type': 'application/json' },
      agent: kept ?? false,
    });
    // Rather than by a signal, which costs a tenth of what the machine does at rest.
    const timer = setTimeout(() => request.destroy(new Error(`${address.host} does not answer.`)), timeoutMs);
    request.on('close', () => clearTimeout(timer));
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

/** Keeps a connection to this address from one request to the next, as long as the other side does. */
export function keptConnection(address: URL): Agent {
  return new (isSecure(address) ? AgentHttps : AgentHttp)({ keepAlive: true, maxSockets: 1 });
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:';
}
