import type { Endpoint } from '@berth/contract/api/endpoint';
import { COMMON_ERRORS, type ErrorCode, TENANT_ERRORS } from '@berth/contract/errors';
import type { ApiError } from './api-error.ts';
import { checkBody } from './validate.ts';

/** Checks replies and errors against the declaration. */
export interface ReplyCheck {
  reply(value: unknown): void;
  error(error: ApiError): void;
}

/** Error codes that any call may return, by its declared authentication and tenant. */
export function edgeErrors({ authentication, tenant }: Endpoint): ErrorCode[] {
  const inTenant = tenant.kind !== 'none' && tenant.kind !== 'user';
  return [
    ...COMMON_ERRORS,
    ...(authentication === 'user' ? (['unauthenticated'] as const) : []),
    ...(inTenant ? TENANT_ERRORS : []),
  ];
}

/** Compiles the check of one endpoint's replies. */
export function replyCheck(endpoint: Endpoint): ReplyCheck {
  const check = endpoint.status === 204 ? () => [] : checkBody(endpoint.reply);
  const codes = new Set<ErrorCode>([...edgeErrors(endpoint), ...endpoint.errors]);
  return {
    reply(value) {
      // As sent: without undefined, with dates as text.
      const sent: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
      const faults = check(sent);
      if (faults.length > 0) throw new Error(`${endpoint.id}: the reply is not as declared: ${JSON.stringify(faults)}`);
    },
    error(error) {
      if (codes.has(error.code)) return;
      throw new Error(`${endpoint.id}: the error ${error.code} is not declared`, { cause: error });
    },
  };
}

/** Whether a filter selects fields: the reply then lacks fields that the declaration requires. */
export function asksForFields(query: unknown): boolean {
  const filter: unknown = typeof query === 'object' && query !== null && 'filter' in query ? query.filter : undefined;
  return typeof filter === 'string' && filter.includes('"fields"');
}
