import type { JWK } from 'jose';
import type { AdapterFactory, Configuration } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { AccountReader, PermissionsOf } from '../account/store.ts';
import { setInteractionCookie } from '../login/interaction.ts';
import { API_SCOPE, firstPartyClients, firstPartyPolicy, loadFirstPartyGrant } from './clients.ts';
import { confirmUserCode, deviceLoggedIn, enterUserCode } from './device-pages.ts';
import { loggedOut, logOut, SESSION_COOKIE } from './logout.ts';
import { redirectToErrorPage } from './page.ts';
import { accessTokenClaims, findAccount, LIFETIME_S, rotateUnlessBound, withoutProofKey } from './token-policy.ts';

export interface ProviderSettings {
  /** Origin that browsers use, without a trailing slash. */
  readonly publicUrl: string;
  /** The API's name in access tokens. */
  readonly audience: string;
  readonly signingKeys: readonly JWK[];
  /** Signs the provider's cookies; the first key signs, all verify. */
  readonly cookieKeys: readonly string[];
  /** Signs the cookie that binds an interaction to its browser. */
  readonly interactionKey: Buffer;
  /** The key of nonces, by which a client with a wrong clock proves that its DPoP proof is new (RFC 9449, 8). */
  readonly proofNonceKey: Buffer;
  readonly permissionsOf: PermissionsOf;
  readonly accounts: AccountReader;
  readonly adapter: AdapterFactory;
}

/** Returns our configuration of oidc-provider. */
export function providerConfiguration(settings: ProviderSettings): Configuration {
  const { publicUrl, audience, accounts } = settings;
  return {
    adapter: settings.adapter,
    clients: firstPartyClients(publicUrl),
    jwks: { keys: [...settings.signingKeys] },
    cookies: {
      keys: [...settings.cookieKeys],
      names: { session: 'berth_session', interaction: 'berth_sign_in', resume: 'berth_resume' },
      long: SESSION_COOKIE,
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    scopes: ['openid', 'offline_access', 'email', API_SCOPE],
    claims: { openid: ['sub', 'amr', 'auth_time'], email: ['email', 'email_verified'] },
    responseTypes: ['code'],
    clientAuthMethods: ['none'],
    pkce: { required: () => true },
    // RFC 6749, 4.1.3: the token request repeats the redirect_uri of the authorization request.
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: { enabled: false },
      // Our access tokens are for the API; the ID token identifies the person.
      userinfo: { enabled: false },
      dPoP: { enabled: true, nonceSecret: settings.proofNonceKey, requireNonce: () => false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: enterUserCode,
        userCodeConfirmSource: confirmUserCode,
        successSource: deviceLoggedIn,
      },
      rpInitiatedLogout: { enabled: true, logoutSource: logOut, postLogoutSuccessSource: loggedOut },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (resource !== audience) throw new errors.InvalidTarget();
          return {
            scope: API_SCOPE,
            audience,
            accessTokenTTL: LIFETIME_S.accessToken,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          };
        },
      },
    },
    findAccount: findAccount(accounts),
    extraTokenClaims: accessTokenClaims(accounts, settings.permissionsOf),
    loadExistingGrant: loadFirstPartyGrant(audience),
    // Clients send bearer tokens without cookies, from any origin that a machine's page has.
    clientBasedCORS: () => true,
    // The specification drops offline_access without a consent prompt; our clients have none and can always renew.
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    rotateRefreshToken: rotateUnlessBound,
    formats: { customizers: { jwt: withoutProofKey } },
    interactions: {
      policy: firstPartyPolicy(),
      url(ctx, { uid, params }) {
        setInteractionCookie(ctx, uid, settings.interactionKey);
        // The login page uses the language of the login request (OpenID Connect Core 3.1.2.1).
        const language = typeof params.ui_locales === 'string' ? { ui_locales: params.ui_locales } : {};
        return `${publicUrl}/session/login?${new URLSearchParams({ interaction: uid, ...language })}`;
      },
    },
    renderError: redirectToErrorPage(publicUrl),
    ttl: {
      AccessToken: LIFETIME_S.accessToken,
      AuthorizationCode: LIFETIME_S.authorizationCode,
      DeviceCode: LIFETIME_S.deviceCode,
      Grant: LIFETIME_S.grant,
      IdToken: LIFETIME_S.idToken,
      Interaction: LIFETIME_S.interaction,
      RefreshToken: LIFETIME_S.session,
      Session: LIFETIME_S.session,
    },
  };
}
