import type { Endpoint } from '@berth/contract/api/endpoint';
import { notHeld, type Permission, PLATFORM_ADMIN, type Role } from '@berth/contract/rules/permissions';
import { ApiError } from './api-error.ts';
import type { Caller } from './route.ts';

/** Returns the caller of an access token; throws the ApiError 'unauthenticated' for an invalid token. */
export type Authenticate = (token: string) => Promise<Caller>;

/**
 * A key may use the calls of its organization whose permission is among its scopes; the person's permission is checked
 * as usual. It cannot access the person's account or other organizations.
 */
export function requireScope({ permission }: Endpoint, { apiKey }: Caller): void {
  if (!apiKey || (permission !== null && apiKey.scopes.includes(permission))) return;
  throw new ApiError(
    'forbidden',
    permission === null ? 'API keys cannot make this call.' : `This key lacks the scope ${permission}.`,
  );
}

/** Throws if a call would grant more than its caller has (contract api/endpoint.ts, grants). */
export function requireHeld({ grants }: Endpoint, body: unknown, { apiKey }: Caller, role: Role): void {
  if (!grants || grants === 'none') return;
  const value: unknown = Reflect.get(Object(body), grants.field) ?? grants.otherwise;
  // The body is validated: the field is a role or a list of permissions.
  const lacking = notHeld({ role, scopes: apiKey?.scopes }, value as Role | readonly Permission[]);
  if (lacking.length === 0) return;
  const who = apiKey ? 'This key' : 'Your role';
  throw new ApiError('forbidden', `${who} cannot grant permissions it lacks: ${lacking.join(', ')}.`);
}

const TOKEN_MAX = 8_192;

/** The token of an Authorization header (RFC 6750, 2.1). */
export function bearerToken(header: string | undefined): string {
  const token = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i.exec(header ?? '')?.[1];
  if (token !== undefined && token.length <= TOKEN_MAX) return token;
  throw new ApiError('unauthenticated', 'Log in first.', undefined, { 'www-authenticate': 'Bearer' });
}

/** Throws unless the caller is a platform administrator. */
export function requirePlatformAdministrator({ permissions }: Caller): void {
  if (!permissions.includes(PLATFORM_ADMIN)) {
    throw new ApiError('forbidden', 'Only platform administrators can do this.');
  }
}
