import type Type from 'typebox';
import { type ErrorCode, TENANT_ERRORS } from '../errors.ts';
import { MachineIdSchema, OrganizationIdSchema, ProfileIdSchema } from '../ids.ts';
import type { Permission } from '../rules/permissions.ts';
import type { Endpoint, Method, RateClass, Tenant } from './endpoint.ts';
import { closed, Empty, Nothing } from './parts.ts';

/** Path prefixes with a tenant's ID, and the schema of that ID. */
const OWNERS = {
  organization: { kind: 'organization', id: OrganizationIdSchema },
  organizations: { kind: 'organization', id: OrganizationIdSchema },
  profiles: { kind: 'profile', id: ProfileIdSchema },
  machines: { kind: 'machine', id: MachineIdSchema },
} as const;
type Owners = typeof OWNERS;

type Request = `${Method} /${string}`;

/** A declaration; `endpoint` documents the defaults. */
interface Facts extends Partial<Omit<Endpoint, 'id' | 'summary' | 'method' | 'path' | 'params'>> {
  readonly id: string;
  readonly summary: string;
  /** Besides the tenant's own. */
  readonly params?: Type.TProperties;
}

type Properties<T> = { -readonly [Key in keyof T]: Extract<T[Key], Type.TSchema> };
type Flat<T> = { [Key in keyof T]: T[Key] };
type Said<F, Key extends string, Otherwise> = F extends { readonly [K in Key]: infer Value } ? Value : Otherwise;
type OwnerOf<R> = R extends `${Method} /${infer Segment extends keyof Owners & string}/{${infer Param}}${string}`
  ? { readonly kind: Owners[Segment]['kind']; readonly param: Param; readonly id: Owners[Segment]['id'] }
  : undefined;
type TenantOf<R> = OwnerOf<R> extends infer Owner extends object ? Omit<Owner, 'id'> : { readonly kind: 'none' };
type ParamsOfOwner<R> =
  OwnerOf<R> extends { readonly param: infer Param extends string; readonly id: infer Id extends Type.TSchema }
    ? Record<Param, Id>
    : unknown;

interface Defaults<R, F> {
  readonly method: R extends `${infer M extends Method} ${string}` ? M : never;
  readonly path: R extends `${string} ${infer Path}` ? Path : never;
  readonly params: Type.TObject<Properties<ParamsOfOwner<R> & Said<F, 'params', unknown>>>;
  readonly query: typeof Nothing;
  readonly body: typeof Empty;
  readonly reply: typeof Empty;
  readonly status: F extends { readonly reply: Type.TSchema } ? 200 : 204;
  readonly errors: readonly ErrorCode[];
  readonly authentication: 'user';
  readonly permission: null;
  readonly rate: RateClass;
  readonly tenant: TenantOf<R>;
}
type Declared<R, F> = Flat<Omit<Defaults<R, F>, Exclude<keyof F, 'params' | 'errors'>> & Omit<F, 'params' | 'errors'>>;

/** A call in a tenant declares the permission that it requires. */
type Needed<R, F> =
  Said<F, 'tenant', TenantOf<R>> extends { readonly kind: 'none' | 'user' }
    ? unknown
    : { readonly permission: Permission };

/**
 * Declares an endpoint by its differences from the defaults: the caller is logged in, and API keys are refused; a GET
 * has the rate class of reads, everything else that of writes; query, body and reply are empty; the status is 200, or
 * 204 without a reply. A path that begins with a tenant's ID sets the tenant; otherwise no tenant's rows are accessible.
 * The errors of a tenant (not a member, not permitted) and of a list's filter precede the declared ones.
 * Preserves the literal types, from which handlers and clients are typed.
 */
export function endpoint<const R extends Request, const F extends Facts>(
  request: R,
  facts: F & Needed<R, F>,
): Declared<R, F>;
export function endpoint(request: Request, { params, errors = [], ...facts }: Facts): Endpoint {
  const [method, path] = request.split(' ') as [Method, string];
  const owner = ownerOf(path);
  const tenant = facts.tenant ?? owner?.tenant ?? { kind: 'none' };
  const query = facts.query ?? Nothing;
  const inTenant = tenant.kind !== 'none' && tenant.kind !== 'user';
  return {
    method,
    path,
    params: closed({ ...owner?.params, ...params }),
    body: Empty,
    reply: Empty,
    status: facts.reply ? 200 : 204,
    authentication: 'user',
    permission: null,
    rate: method === 'GET' ? 'read' : 'write',
    ...facts,
    query,
    tenant,
    errors: [
      ...(inTenant ? TENANT_ERRORS : []),
      ...('properties' in query && 'filter' in Object(query.properties) ? (['invalid-filter'] as const) : []),
      ...errors,
    ],
  };
}

function ownerOf(path: string): { readonly tenant: Tenant; readonly params: Type.TProperties } | undefined {
  const [, segment = '', param = ''] = /^\/(\w+)\/\{(\w+)\}/.exec(path) ?? [];
  if (!isOwner(segment)) return undefined;
  const { kind, id } = OWNERS[segment];
  return { tenant: { kind, param }, params: { [param]: id } };
}

function isOwner(segment: string): segment is keyof Owners {
  return Object.hasOwn(OWNERS, segment);
}
