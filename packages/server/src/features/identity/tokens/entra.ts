import Type from 'typebox';
import { ApiError } from '../../../http/api-error.ts';

/** What Entra ID adds to tokens (Microsoft identity platform, access token and optional claims). */
export const EntraClaims = Type.Object({
  iss: Type.Optional(Type.String()),
  /** The tenant that the token is for; a guest's is where they are a guest. */
  tid: Type.Optional(Type.String()),
  /** Who signed the person in, where that is not the issuer. */
  idp: Type.Optional(Type.String()),
  /** 0: a member of the tenant, 1: a guest. */
  acct: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  /** Whether the domain of the address belongs to the tenant that the person is at home in. */
  xms_edov: Type.Optional(Type.Union([Type.Boolean(), Type.Integer(), Type.String()])),
  roles: Type.Optional(Type.Array(Type.String())),
  groups: Type.Optional(Type.Array(Type.String())),
  /** Names the claims that did not fit into the token: with over 200 groups there are none. */
  _claim_names: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** The same, in tokens of the implicit flow. */
  hasgroups: Type.Optional(Type.Union([Type.Boolean(), Type.String()])),
});
type EntraClaims = Type.Static<typeof EntraClaims>;

/** An application may be open to many tenants: the issuer's keys alone do not say whose people it lets in. */
export function isOfTenant({ tid }: EntraClaims, tenant: string | undefined): boolean {
  return tenant === undefined || tid?.toLowerCase() === tenant;
}

/** Whether the account belongs to another tenant: this tenant does not vouch for its address. */
export function isGuest({ acct, idp, iss, tid }: EntraClaims): boolean {
  // Other providers mean other things by these names.
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
