import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import type { AccountReader, PermissionsOf } from '../account/store.ts';

/** How long what the provider hands out lives, in seconds. */
export const LIFETIME_S = {
  /** Short: an access token is checked without asking the database. */
  accessToken: 600,
  idToken: 3_600,
  authorizationCode: 60,
  /** RFC 8628, 3.2: time to find the telephone, scan the code and sign in. */
  deviceCode: 900,
  /** One attempt to sign in, the wait for the mail included. */
  interaction: 3_600,
  /** Moves on with every use. */
  session: 14 * 86_400,
  /** Ends with its session; this only bounds how long a forgotten row stays. */
  grant: 366 * 86_400,
} as const;

/**
 * How long a rotated refresh token may be presented again: by a second tab or program that renews at the same moment,
 * or by a client whose reply was lost. After that its use means that it was copied, and the whole grant ends.
 */
export const ROTATION_OVERLAP_S = 60;

type Rotate = Extract<NonNullable<Configuration['rotateRefreshToken']>, (...args: never[]) => unknown>;

/**
 * RFC 9700, 2.2.2: the refresh token of a public client is bound to a key, or it rotates. One that is bound (DPoP, RFC
 * 9449) is worth nothing without the key and stays the same, so no second tab and no lost reply can sign anybody out.
 */
export const rotateUnlessBound: Rotate = ({ oidc }) => oidc.entities.RefreshToken?.isSenderConstrained() !== true;

type Customize = NonNullable<NonNullable<NonNullable<Configuration['formats']>['customizers']>['jwt']>;

/** Leaves the key out of access tokens: see `issueBearerTokens`. */
export const withoutProofKey: Customize = (_ctx, _token, { payload }) => {
  delete payload.cnf;
};

/**
 * A key binds refresh tokens only. Access tokens live for minutes and are bearer tokens, which the authorization server
 * may decide and says in token_type (RFC 9449, 5): every call of the API carries one, sockets and streams included.
 */
export function issueBearerTokens({ AccessToken }: Provider): void {
  Object.defineProperty(AccessToken.prototype, 'tokenType', { get: () => 'Bearer' });
}

type FindAccount = NonNullable<Configuration['findAccount']>;
type ExtraTokenClaims = NonNullable<Configuration['extraTokenClaims']>;

/** The provider's way to an account; undefined ends its sessions and tokens. */
export function findAccount(accounts: AccountReader): FindAccount {
  return async (_ctx, userId) => {
    const account = await accounts.byId(userId);
    if (!account) return undefined;
    return {
      accountId: account.userId,
      claims: () => ({ sub: account.userId, email: account.email, email_verified: true }),
    };
  };
}

/**
 * What an access token carries beyond the standard claims. By the session's public name (sid) and the grant's, what was
 * ended takes its access tokens along.
 */
export function accessTokenClaims(accounts: AccountReader, permissionsOf: PermissionsOf): ExtraTokenClaims {
  return async (_ctx, token) => {
    if (token.kind !== 'AccessToken' || !token.accountId) return undefined;
    const account = await accounts.byId(token.accountId);
    if (!account) return undefined;
    const { userId, email } = account;
    return { email, permissions: await permissionsOf(userId, email), sid: token.sessionUid, grant: token.grantId };
  };
}
