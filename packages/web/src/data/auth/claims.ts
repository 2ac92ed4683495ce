import { isObject } from '@berth/contract/profile/nodes';
import type { Person } from './person.ts';

/** The claims of a JWT, unverified: the client shows them, the server checks them. Empty for an opaque token. */
export function readClaims(token: string): Record<string, unknown> {
  const [, payload] = token.split('.');
  if (payload === undefined) return {};
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Who the provider says it is. Claims of the access token count before those of the ID token. */
export function personOf(accessToken: string, idClaims: Readonly<Record<string, unknown>>): Person {
  const claims = { ...idClaims, ...readClaims(accessToken) };
  const permissions = Array.isArray(claims.permissions)
    ? claims.permissions.filter((each) => typeof each === 'string')
    : [];
  const email = typeof claims.email === 'string' ? claims.email : '';
  return { id: typeof claims.sub === 'string' ? claims.sub : '', email, permissions };
}
