import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { API_SCOPE } from './clients.ts';

type Grant = Awaited<ReturnType<NonNullable<Configuration['loadExistingGrant']>>>;

/**
 * Our own clients get what they ask for without a question. One grant a session and client: replacing it would end
 * the refresh tokens of other tabs, which are bound to it.
 */
export function loadFirstPartyGrant(apiAudience: string) {
  return async ({ oidc }: KoaContextWithOIDC): Promise<Grant> => {
    const { client, account, session, provider } = oidc;
    if (!client || !account || !session) return undefined;
    const existingId = session.grantIdFor(client.clientId);
    const existing = existingId ? await provider.Grant.find(existingId) : undefined;
    if (existing?.accountId === account.accountId) return existing;
    const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
    grant.addOIDCScope('openid email offline_access');
    grant.addResourceScope(apiAudience, API_SCOPE);
    await grant.save();
    return grant;
  };
}
