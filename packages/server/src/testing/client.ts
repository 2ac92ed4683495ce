import type { Endpoint, ReplyOf } from '@berth/contract/api/endpoint';
import type { ErrorReply } from '@berth/contract/errors';
import type Type from 'typebox';
import { pathOf } from '../http/declaration-check.ts';

/** The parts of a call; those that its endpoint does not take may be omitted. */
export interface Sent<E extends Endpoint> {
  readonly params?: Type.Static<E['params']>;
  readonly query?: Type.Static<E['query']>;
  readonly body?: Type.Static<E['body']>;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Received<T> {
  readonly status: number;
  readonly headers: Headers;
  /** The reply; throws if the call failed. */
  readonly reply: T;
  /** The error; throws if the call succeeded. */
  readonly error: ErrorReply['error'];
  readonly json: unknown;
}

/** Calls an endpoint of a running server as declared. */
export async function callEndpoint<const E extends Endpoint>(
  url: string,
  endpoint: E,
  sent: Sent<E> = {},
): Promise<Received<ReplyOf<E>>> {
  const { body, token } = sent;
  return send(`${url}${addressOf(endpoint, sent)}`, {
    method: endpoint.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...sent.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The path and query of a call. */
export function addressOf(endpoint: Endpoint, sent: { readonly params?: unknown; readonly query?: unknown }): string {
  const params = new Map(Object.entries(sent.params ?? {}));
  const path = pathOf(endpoint).replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(params.get(name)));
  const query = Object.entries(sent.query ?? {}).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** A lone surrogate has no UTF-8 encoding: it becomes an invalid byte. */
function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.isWellFormed() ? encodeURIComponent(text) : '%ff';
}

/** Sends any request and parses the reply as one of ours. */
export async function send<T>(address: string, init: RequestInit): Promise<Received<T>> {
  const response = await fetch(address, { redirect: 'manual', ...init });
  const text = await response.text();
  const json: unknown = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text;
  return {
    status: response.status,
    headers: response.headers,
    json,
    get reply() {
      if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
      return json as T;
    },
    get error() {
      if (response.ok) throw new Error(`${address} did not fail: ${response.status}`);
      return (json as ErrorReply).error;
    },
  };
}
