import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import type { AccountReader, PermissionsOf } from '../account/store.ts';

/** Lifetimes in seconds. */
export const LIFETIME_S = {
  /** Short, because access tokens are verified without the database. */
  accessToken: 600,
  idToken: 3_600,
  authorizationCode: 60,
  /** RFC 8628, 3.2: time to find the phone, scan the code, and log in. */
  deviceCode: 900,
  /** One login attempt, including the wait for the mail. */
  interaction: 3_600,
  /** Extended with every use. */
  session: 14 * 86_400,
  /** Ends with its session; this only limits orphaned rows. */
  grant: 366 * 86_400,
} as const;

/**
 * How long a rotated refresh token remains valid, for a second tab that renews concurrently or a client whose reply was
 * lost. A later use means that it was copied, and ends the grant.
 */
export const ROTATION_OVERLAP_S = 60;

type Rotate = Extract<NonNullable<Configuration['rotateRefreshToken']>, (...args: never[]) => unknown>;

/**
 * RFC 9700, 2.2.2: a public client's refresh token is bound to a key, or it rotates. A bound one (DPoP, RFC 9449) is
 * useless without the key and stays the same, so that neither a second tab nor a lost reply ends the session.
 */
export const rotateUnlessBound: Rotate = ({ oidc }) => oidc.entities.RefreshToken?.isSenderConstrained() !== true;

type Customize = NonNullable<NonNullable<NonNullable<Configuration['formats']>['customizers']>['jwt']>;

/** Omits the key from access tokens: see `issueBearerTokens`. */
export const withoutProofKey: Customize = (_ctx, _token, { payload }) => {
  delete payload.cnf;
};

/**
 * Binds only refresh tokens to the key. Access tokens are short-lived bearer tokens, because every API call sends one,
 * including sockets and streams; token_type tells the client (RFC 9449, 5).
 */
export function issueBearerTokens({ AccessToken }: Provider): void {
  Object.defineProperty(AccessToken.prototype, 'tokenType', { get: () => 'Bearer' });
}

type FindAccount = NonNullable<Configuration['findAccount']>;
type ExtraTokenClaims = NonNullable<Configuration['extraTokenClaims']>;

/** Finds an account for the provider; undefined ends its sessions and tokens. */
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
 * Returns the additional claims of an access token. Ending the session (sid) or the grant revokes the token.
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
