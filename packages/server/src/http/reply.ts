import type { Endpoint } from '@berth/contract/api/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import type { AuditNote } from './audit.ts';
import { Download, sendDownload } from './download.ts';
import type { Input } from './input.ts';
import type { Call, Caller, Route } from './route.ts';
import type { Scope } from './scope.ts';
import { readUpload } from './upload.ts';

/** The result of one run of a handler, sent after its commit. */
export interface HandlerResult {
  readonly value: unknown;
  readonly etag: string | undefined;
  readonly effects: readonly (() => void | Promise<void>)[];
  readonly notes: readonly AuditNote[];
}

/** Runs a handler once. A retry starts fresh, without the tag and effects of an earlier run. */
export async function runHandler(
  route: Route,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  input: Input,
  caller: Caller | undefined,
  scope: Scope,
): Promise<HandlerResult> {
  const { request, reply } = exchange;
  const effects: (() => void | Promise<void>)[] = [];
  const notes: AuditNote[] = [];
  let etag: string | undefined;
  const interacting = route.endpoint.authentication === 'interaction';
  const call: Call<Endpoint> = {
    ...input,
    ...scope,
    ifMatch: readIfMatch(request.headers['if-match']),
    address: request.ip,
    requestId: request.id,
    caller,
    upload: route.endpoint.upload ? readUpload(route.endpoint.upload, request) : undefined,
    exchange: interacting ? { request: request.raw, response: reply.raw } : undefined,
    afterCommit: (run) => void effects.push(run),
    audit: (note) => void notes.push(note),
    setEtag: (tag) => {
      etag = String(tag);
    },
  };
  const value: unknown = await route.handle(call);
  return { value, etag, effects, notes };
}

/** Sends a reply with the status that its endpoint declares, or 304 if the caller already has it. */
export function sendReply(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  result: HandlerResult,
): FastifyReply {
  if (result.etag !== undefined) {
    reply.header('etag', `"${result.etag}"`);
    if (endpoint.method === 'GET' && matchesNone(request.headers['if-none-match'], result.etag)) {
      return reply.code(304).send();
    }
  }
  if (result.value instanceof Download) return sendDownload(reply, endpoint, result.value);
  if (endpoint.status === 204) return reply.code(204).send();
  return reply.code(endpoint.status).type('application/json; charset=utf-8').send(replyBytes(result.value));
}

/**
 * A reply that is serialized once and sent many times. Handlers return it in place of the value (`asValue`). It
 * serializes to the same text inside another value.
 */
export class ReadyJson<T> {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  static of<T>(value: T): ReadyJson<T> {
    return new ReadyJson(Buffer.from(JSON.stringify(value)));
  }

  /** Types it as the value that it serializes to. */
  asValue(): T {
    return this as unknown as T;
  }

  toJSON(): unknown {
    return JSON.parse(this.bytes.toString());
  }
}

export function replyBytes(value: unknown): Buffer | string {
  return value instanceof ReadyJson ? value.bytes : JSON.stringify(value);
}

/** RFC 9110, 8.8.3: a quoted entity tag, weak or strong. */
const TAG = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** The tag of an If-Match header without its quotes; undefined if the header is missing or `*`. */
export function readIfMatch(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tag = TAG.exec(header.trim())?.[1];
  if (tag !== undefined) return tag;
  const message = 'If-Match must be one entity tag in quotes, as an ETag header gave it, or *';
  throw new ApiError('invalid-input', `${message}.`, [{ path: '/headers/if-match', rule: 'entity-tag', message }]);
}

/** Whether an If-None-Match header contains this tag (weak comparison). */
export function matchesNone(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => each.trim() === '*' || TAG.exec(each.trim())?.[1] === tag);
}
