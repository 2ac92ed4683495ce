import type { Endpoint } from '@berth/contract/api/endpoint';
import type { Fault } from '@berth/contract/errors';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';
import { readBody, takesBody } from './body.ts';
import { unstorable } from './storable.ts';
import { type Check, checkAddress, checkBody } from './validate.ts';

/** What a call brought, checked. */
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

/** Prepares the reading of one endpoint's calls. Faults name their part, their path in it, and what is allowed. */
export function inputReader(endpoint: Endpoint): (request: FastifyRequest) => Input {
  const params: Part = { name: 'params', check: checkAddress(endpoint.params) };
  const query: Part = { name: 'query', check: checkAddress(endpoint.query) };
  const body: Part | undefined = takesBody(endpoint) ? { name: 'body', check: checkBody(endpoint.body) } : undefined;
  return (request) => {
    const faults = [...faultsOf(params, request.params), ...faultsOf(query, request.query)];
    if (faults.length > 0) throw invalid(faults);
    const received = readBody(endpoint, request);
    const wrong = body ? faultsOf(body, received.value) : [];
    if (wrong.length > 0) throw invalid(wrong);
    return { params: request.params, query: request.query, body: received.value, mediaType: received.mediaType };
  };
}

function faultsOf({ name, check }: Part, value: unknown): readonly Fault[] {
  const text = unstorable(value);
  const faults = text ? [text] : check(value);
  // Fields of the body are what people fill in: their paths stay as they are in the body.
  return name === 'body' ? faults : faults.map((fault) => ({ ...fault, path: `/${name}${fault.path}` }));
}

function invalid(faults: readonly Fault[]): ApiError {
  const [first] = faults;
  const where = first && first.path !== '' ? `${first.path} ` : '';
  return new ApiError('invalid-input', `Invalid request: ${where}${first?.message ?? ''}.`, faults);
}
