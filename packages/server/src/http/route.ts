import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@berth/contract/api/endpoint';
import type { ApiKeyId, OrganizationId, UserId } from '@berth/contract/ids';
import type { Permission, Role } from '@berth/contract/rules/permissions';
import type { Tx } from '../db/connection.ts';
import type { AuditNote } from './audit.ts';
import type { Upload } from './upload.ts';

/** The person behind a call, according to the access token. */
export interface Caller {
  readonly userId: UserId;
  readonly email: string;
  /** The token's permissions; see contract/rules/permissions. */
  readonly permissions: readonly string[];
  /** Public name of the token's session; undefined with an external identity provider. */
  readonly sessionId?: string | undefined;
  /** Set for calls with an organization's API key: the person is its creator. */
  readonly apiKey?: KeyOfCaller | undefined;
}

/** An API key, limited to one organization and its scopes. */
export interface KeyOfCaller {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly scopes: readonly Permission[];
}

/** The raw exchange, for the identity provider, which reads its cookies itself. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Authenticated<A> = A extends 'user' ? Caller : undefined;
type Interacting<A> = A extends 'interaction' ? Exchange : undefined;
type TenantOnly<K, T> = K extends 'none' | 'user' ? undefined : T;
type Uploading<U> = U extends object ? Upload : undefined;
type Scoped<K> = K extends 'none' ? undefined : Tx;

/** Everything that a handler knows of a call. Fields that the endpoint does not declare are undefined by type. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Media type of the body without parameters, lower case. */
  readonly mediaType: string | undefined;
  /** The entity tag of If-Match without its quotes; undefined if the header is missing or `*`. */
  readonly ifMatch: string | undefined;
  /** The caller's IP address; a forwarded one only behind a configured proxy. */
  readonly address: string;
  /** The request's ID, as in logs and in the audit log. */
  readonly requestId: string;
  readonly caller: Authenticated<E['authentication']>;
  /** Tenant 'none': undefined; 'user': rows of all the caller's organizations; else: rows of the organization. */
  readonly tx: Scoped<E['tenant']['kind']>;
  readonly organizationId: TenantOnly<E['tenant']['kind'], OrganizationId>;
  /** The caller's role in the organization. */
  readonly role: TenantOnly<E['tenant']['kind'], Role>;
  readonly exchange: Interacting<E['authentication']>;
  /** The file of a multipart body, if the endpoint accepts one. */
  readonly upload: Uploading<E['upload']>;
  /** Runs after the commit and before the reply is sent. A failure is logged, not reported to the caller. */
  afterCommit(run: () => void | Promise<void>): void;
  /** Adds an audit log entry. Without any, the call itself becomes one. */
  audit(note: AuditNote): void;
  /** Sets the strong entity tag of the reply, without quotes. A GET with a matching If-None-Match then returns 304. */
  setEtag(tag: string | number): void;
}

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  // A method, so that a handler of one endpoint's calls is assignable: each handler only gets its own calls.
  handle(call: Call<Endpoint>): unknown;
}

/**
 * Joins an endpoint of the contract with its handler. The handler may run again after a database conflict (SQLSTATE
 * 40001), so effects outside the transaction belong in `afterCommit`.
 */
export function route<const E extends Endpoint, const R extends ReplyOf<E>>(
  endpoint: E,
  handle: (call: Call<E>) => R | Promise<R>,
): Route {
  return { endpoint, handle: handle as Route['handle'] };
}
