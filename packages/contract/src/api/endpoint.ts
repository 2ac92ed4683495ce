import type Type from 'typebox';
import type { ErrorCode } from '../errors.ts';
import type { Permission, Role } from '../rules/permissions.ts';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Rate class: each has a token bucket per caller on the server. */
export type RateClass = 'read' | 'write' | 'poll' | 'login' | 'command';

/** Who may call: anyone, a logged-in user (bearer token), or a browser in a login interaction (its cookie). */
export type Authentication = 'public' | 'user' | 'interaction';

/** The parameter with the tenant whose rows the handler can access. */
export type Tenant =
  | { readonly kind: 'none' }
  | { readonly kind: 'user' }
  | { readonly kind: 'organization'; readonly param: string }
  | { readonly kind: 'profile'; readonly param: string }
  | { readonly kind: 'machine'; readonly param: string }
  | { readonly kind: 'body'; readonly field: string };

export interface Endpoint<
  Params extends Type.TSchema = Type.TSchema,
  Query extends Type.TSchema = Type.TSchema,
  Body extends Type.TSchema = Type.TSchema,
  Reply extends Type.TSchema = Type.TSchema,
> {
  /** area.operation: the name of the handler, of the OpenAPI operation and of the client's function. */
  readonly id: string;
  readonly method: Method;
  /** Below the API base, parameters in braces: /machines/{id}/name. */
  readonly path: string;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Status on success. */
  readonly status: 200 | 201 | 202 | 204;
  /** In addition to COMMON_ERRORS. */
  readonly errors: readonly ErrorCode[];
  readonly authentication: Authentication;
  /** Required permission in the tenant, and scope of an API key; null if a login suffices: API keys are refused. */
  readonly permission: Permission | null;
  readonly rate: RateClass;
  /**
   * The field of the body by which the caller hands permissions on: a role, or a list of permissions. Nobody hands on
   * more than they hold themselves, and no key more than its scopes. `otherwise` is what an absent field stands for. 'none': the body only repeats what it cannot change.
   */
  readonly grants?: 'none' | { readonly field: string; readonly otherwise?: Role };
  readonly tenant: Tenant;
  /** Media types of the body besides application/json. */
  readonly mediaTypes?: readonly string[];
  /** A body that is multipart/form-data (RFC 7578) with one file, which is read as it comes. */
  readonly upload?: { readonly field: string; readonly maxBytes: number };
  /** Bytes; BODY_BYTES_MAX where it is not said. */
  readonly bodyLimit?: number;
  /** Whether the call changes something and so is in the audit log; where it is not said, every call but a GET does. */
  readonly changes?: boolean;
  /** Media types of a reply that is a file; its `reply` is Binary. JSON where it is not said. */
  readonly replyTypes?: readonly string[];
  /** Not under the API base but at the origin's root (discovery documents, sign-in). */
  readonly root?: boolean;
}

export type ParamsOf<E extends Endpoint> = Type.Static<E['params']>;
export type QueryOf<E extends Endpoint> = Type.Static<E['query']>;
export type BodyOf<E extends Endpoint> = Type.Static<E['body']>;
export type ReplyOf<E extends Endpoint> = Type.Static<E['reply']>;

/** Whether a call of the endpoint changes something: then who made it is kept in the audit log. */
export function changesSomething({ method, changes }: Endpoint): boolean {
  return changes ?? method !== 'GET';
}

/** The path below which the calls of the spec's chapter 7 are served. */
export const API_BASE_PATH = '/api';
