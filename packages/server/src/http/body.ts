import type { Endpoint } from '@berth/contract/api/endpoint';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

const JSON_TYPE = 'application/json';
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A request's body as it was sent, and what its sender says it is. */
export interface ReceivedBody {
  readonly value: unknown;
  readonly mediaType: string | undefined;
}

/** Whether an endpoint reads a body at all; one that does not ignores what comes. */
export function takesBody({ body }: Endpoint): boolean {
  return !('type' in body && body.type === 'null');
}

/** Reads the JSON of a request, in one of the media types that the endpoint declares. */
export function readBody(endpoint: Endpoint, request: FastifyRequest): ReceivedBody {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (!takesBody(endpoint)) return { value: null, mediaType };
  const allowed = [JSON_TYPE, ...(endpoint.mediaTypes ?? [])];
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
    throw new ApiError('malformed-json', 'This call requires a JSON body.');
  }
  const encoding = request.headers['content-encoding'];
  if (mediaType === undefined || !allowed.includes(mediaType) || (encoding && encoding !== 'identity')) {
    throw new ApiError('unsupported-media-type', `The body must be ${allowed.join(' or ')}, and not compressed.`);
  }
  return { value: parse(request.body), mediaType };
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    return value;
  } catch {
    // The parser's own words quote what was sent; where it went wrong helps no person.
    throw new ApiError('malformed-json', 'The body is not valid JSON in UTF-8.');
  }
}
