import Type from 'typebox';
import { ApiError } from '../../../http/api-error.ts';

/** Claims that Entra ID adds to tokens (Microsoft identity platform, access token and optional claims). */
export const EntraClaims = Type.Object({
  iss: Type.Optional(Type.String()),
  /** The tenant of the token; for guests, the host tenant. */
  tid: Type.Optional(Type.String()),
  /** The identity provider that authenticated the person, if not the issuer. */
  idp: Type.Optional(Type.String()),
  /** 0: a member of the tenant, 1: a guest. */
  acct: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  /** Whether the person's home tenant owns the domain of the address. */
  xms_edov: Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.String()])),
  roles: Type.Optional(Type.Array(Type.String())),
  groups: Type.Optional(Type.Array(Type.String())),
  /** Claims omitted from the token: with over 200 groups it has no `groups`. */
  _claim_names: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** The same, in tokens of the implicit flow. */
  hasgroups: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
});
type EntraClaims = Type.Static<typeof EntraClaims>;

/** Whether the token belongs to the tenant: the issuer's keys can sign tokens of many tenants. */
export function isOfTenant({ tid }: EntraClaims, tenant: string | undefined): boolean {
  return tenant === undefined || tid?.toLowerCase() === tenant;
}

/** Whether the account belongs to another tenant: this tenant does not vouch for its address. */
export function isGuest({ acct, idp, iss, tid }: EntraClaims): boolean {
  // Other providers use these claims differently.
  if (tid === undefined) return false;
  if (acct !== undefined) return String(acct) === '1';
  return idp !== undefined && idp !== iss && !idp.includes(tid);
}

export function isOwnedDomain({ xms_edov }: EntraClaims): boolean {
  return xms_edov !== undefined && ['1', 'true'].includes(String(xms_edov).toLowerCase());
}

/**
 * Throws if the role or group is missing. A token with too many groups lists none: then only application roles count.
 */
export function requireRole(claims: EntraClaims, role: string | undefined): void {
  if (role === undefined || claims.roles?.includes(role) || claims.groups?.includes(role)) return;
  const left = '_claim_names' in claims && Object.hasOwn(claims._claim_names ?? {}, 'groups');
  const message =
    left || claims.hasgroups !== undefined
      ? 'Your directory lists too many groups for you. Its administrator can assign you an application role.'
      : 'Your directory does not allow you to use this application.';
  throw new ApiError('unauthenticated', message);
}
