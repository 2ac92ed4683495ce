import type { Endpoint } from '@berth/contract/api/endpoint';
import type { Fault } from '@berth/contract/errors';
import { BODY_BYTES_MAX } from '@berth/contract/limits';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { holdsMoreValues } from './json-values.ts';
import { type Check, checkAddress, checkBody, unstorable } from './validate.ts';

/** The validated input of a call. */
export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly mediaType: string | undefined;
}

interface Part {
  readonly name: 'params' | 'query' | 'body';
  readonly check: Check;
}

/** Checks the parts of a call as they were received. Faults contain the part, the path in it, and what is allowed. */
export type InputCheck = (received: Input) => Input;

/** Creates the check of an endpoint's input. */
export function inputCheck(endpoint: Endpoint): InputCheck {
  const address = addressCheck(endpoint);
  const body = bodyCheck(endpoint);
  return (received) => {
    address(received);
    body(received.body);
    return received;
  };
}

/** Creates the reader of an endpoint's input. The body is parsed only if the address is valid. */
export function inputReader(endpoint: Endpoint): (request: FastifyRequest) => Input {
  const address = addressCheck(endpoint);
  const body = bodyCheck(endpoint);
  return (request) => {
    const { params, query } = request;
    address({ params, query });
    const received = readBody(endpoint, request);
    body(received.value);
    return { params, query, body: received.value, mediaType: received.mediaType };
  };
}

function addressCheck(endpoint: Endpoint): (received: Pick<Input, 'params' | 'query'>) => void {
  const params: Part = { name: 'params', check: checkAddress(endpoint.params) };
  const query: Part = { name: 'query', check: checkAddress(endpoint.query) };
  return (received) => {
    const faults = [...faultsOf(params, received.params), ...faultsOf(query, received.query)];
    if (faults.length > 0) throw invalid(faults);
  };
}

function bodyCheck(endpoint: Endpoint): (value: unknown) => void {
  const body: Part | undefined = takesBody(endpoint) ? { name: 'body', check: checkBody(endpoint.body) } : undefined;
  return (value) => {
    const faults = body ? faultsOf(body, value) : [];
    if (faults.length > 0) throw invalid(faults);
  };
}

function faultsOf({ name, check }: Part, value: unknown): readonly Fault[] {
  const text = unstorable(value);
  const faults = text ? [text] : check(value);
  // Paths in the body stay unchanged, because forms map them to fields.
  return name === 'body' ? faults : faults.map((fault) => ({ ...fault, path: `/${name}${fault.path}` }));
}

function invalid(faults: readonly Fault[]): ApiError {
  const [first] = faults;
  const where = first && first.path !== '' ? `${first.path} ` : '';
  return new ApiError('invalid-input', `Invalid request: ${where}${first?.message ?? ''}.`, faults);
}

const JSON_TYPE = 'application/json';
/** More than settings in the largest body: each takes about 30 bytes. */
const VALUES_MAX = 700_000;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A request's parsed body and its media type. */
interface ReceivedBody {
  readonly value: unknown;
  readonly mediaType: string | undefined;
}

/** Whether an endpoint reads a body; others ignore it. */
export function takesBody({ body }: Endpoint): boolean {
  return !('type' in body && body.type === 'null');
}

/** Parses the JSON body of a request, in one of the media types that the endpoint declares. */
function readBody(endpoint: Endpoint, request: FastifyRequest): ReceivedBody {
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
  if (request.body.length > BODY_BYTES_MAX && holdsMoreValues(request.body, VALUES_MAX)) {
    throw new ApiError('body-too-large', `The body contains more than ${VALUES_MAX} values.`);
  }
  return { value: parse(request.body), mediaType };
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    return value;
  } catch {
    // The parser's message quotes the input and helps nobody.
    throw new ApiError('malformed-json', 'The body is not valid JSON in UTF-8.');
  }
}
