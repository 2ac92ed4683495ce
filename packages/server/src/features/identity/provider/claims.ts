import type { Configuration } from 'oidc-provider';
import type { AccountReader } from '../accounts/account.ts';
import type { PermissionsOf } from '../accounts/platform-admins.ts';

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
