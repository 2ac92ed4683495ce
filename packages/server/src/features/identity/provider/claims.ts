import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import type { Configuration } from 'oidc-provider';
import type { AccountReader } from '../accounts/account.ts';

/** What tokens say about a person. */
interface PersonClaims {
  readonly email: string;
  /** Only what the API must know without asking: platform:admin (spec chapter 6). */
  readonly permissions: readonly string[];
}

/** The claims of one account; platformAdmins are addresses in lower case. */
function personClaims(email: string, platformAdmins: ReadonlySet<string>): PersonClaims {
  return { email, permissions: platformAdmins.has(email) ? [PLATFORM_ADMIN] : [] };
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
 * What an access token carries beyond the standard claims. sid is the session's public name, by which a session that
 * was ended takes its access tokens along.
 */
export function accessTokenClaims(accounts: AccountReader, platformAdmins: ReadonlySet<string>): ExtraTokenClaims {
  return async (_ctx, token) => {
    if (token.kind !== 'AccessToken' || !token.accountId) return undefined;
    const account = await accounts.byId(token.accountId);
    if (!account) return undefined;
    return { ...personClaims(account.email, platformAdmins), sid: token.sessionUid };
  };
}
