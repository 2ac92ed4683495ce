import type { Endpoint } from '@berth/contract/api/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditNote } from './audit.ts';
import { Download, sendDownload } from './download.ts';
import { matchesNone, readIfMatch } from './etag.ts';
import type { Input } from './input.ts';
import { replyBytes } from './ready-json.ts';
import type { Call, Caller, Route } from './route.ts';
import type { Scope } from './scope.ts';
import { readUpload } from './upload.ts';

/** What came of one run of a handler: sent once its transaction is committed. */
export interface Answer {
  readonly value: unknown;
  readonly etag: string | undefined;
  readonly effects: readonly (() => void | Promise<void>)[];
  readonly notes: readonly AuditNote[];
}

/** Runs a handler once. A run that is repeated starts with nothing: neither its tag nor its effects carry over. */
export async function answerOnce(
  route: Route,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  input: Input,
  caller: Caller | undefined,
  scope: Scope,
): Promise<Answer> {
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

/** Sends an answer with the status that its endpoint declares, or 304 where the caller has it already. */
export function sendAnswer(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): FastifyReply {
  if (answer.etag !== undefined) {
    reply.header('etag', `"${answer.etag}"`);
    if (endpoint.method === 'GET' && matchesNone(request.headers['if-none-match'], answer.etag)) {
      return reply.code(304).send();
    }
  }
  if (answer.value instanceof Download) return sendDownload(reply, endpoint, answer.value);
  if (endpoint.status === 204) return reply.code(204).send();
  return reply.code(endpoint.status).type('application/json; charset=utf-8').send(replyBytes(answer.value));
}
