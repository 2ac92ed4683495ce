import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@berth/contract/api/endpoint';
import type { ApiKeyId, OrganizationId, UserId } from '@berth/contract/ids';
import type { Permission, Role } from '@berth/contract/rules/permissions';
import type { Tx } from '../db/connection.ts';
import type { AuditNote } from './audit.ts';
import type { Upload } from './upload.ts';

/** The person behind a call, as the access token says. */
export interface Caller {
  readonly userId: UserId;
  readonly email: string;
  /** The token's permissions list; contract/rules/permissions names what may be in it. */
  readonly permissions: readonly string[];
  /** Public name of the session that the token came from; undefined with an external identity provider. */
  readonly sessionId?: string | undefined;
  /** Set where the call came with a key of an organization: the person is the one in whose name it works. */
  readonly apiKey?: KeyOfCaller | undefined;
}

/** A key that a program calls with: good for one organization, and for what it was made for. */
export interface KeyOfCaller {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly scopes: readonly Permission[];
}

/** The exchange itself, for the identity provider, which reads its cookies by itself. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Authenticated<A> = A extends 'user' ? Caller : undefined;
type Interacting<A> = A extends 'interaction' ? Exchange : undefined;
type TenantOnly<K, T> = K extends 'none' | 'user' ? undefined : T;
type Uploading<U> = U extends object ? Upload : undefined;
type Scoped<K> = K extends 'none' ? undefined : Tx;

/** All that a handler may know of one call. What the endpoint's declaration does not provide is undefined by type. */
export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Media type of the body without parameters, lower case. */
  readonly mediaType: string | undefined;
  /** The entity tag of If-Match without its quotes; undefined where the header is absent or `*`. */
  readonly ifMatch: string | undefined;
  /** Address the call came from; a forwarded one only behind a configured proxy. */
  readonly address: string;
  readonly caller: Authenticated<E['authentication']>;
  /** Tenant 'none': undefined; 'user': rows of all the caller's organizations; else: rows of the organization. */
  readonly tx: Scoped<E['tenant']['kind']>;
  readonly organizationId: TenantOnly<E['tenant']['kind'], OrganizationId>;
  /** The caller's role in that organization. */
  readonly role: TenantOnly<E['tenant']['kind'], Role>;
  readonly exchange: Interacting<E['authentication']>;
  /** The file of a multipart body, where the endpoint takes one. */
  readonly upload: Uploading<E['upload']>;
  /** Runs after the transaction is committed, before the answer is sent; a failure is logged, not answered. */
  afterCommit(run: () => void | Promise<void>): void;
  /** Adds to what the audit log says of this call; each note becomes an entry. Without any, the call itself is one. */
  audit(note: AuditNote): void;
  /** Strong entity tag of the reply, without quotes. A GET with a matching If-None-Match then answers 304. */
  setEtag(tag: string | number): void;
}

/** An endpoint with the function that answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  // A method, so that a handler of one endpoint's calls fits: the binding hands each handler its own calls only.
  handle(call: Call<Endpoint>): unknown;
}

/**
 * Joins an endpoint of the contract with its handler. The handler may run again when the database asks for a retry
 * (SQLSTATE 40001): whatever leaves the transaction belongs in `afterCommit`.
 */
export function route<const E extends Endpoint, const R extends ReplyOf<E>>(
  endpoint: E,
  handle: (call: Call<E>) => R | Promise<R>,
): Route {
  return { endpoint, handle: handle as Route['handle'] };
}
