import { type ClientMetadata, type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';

export const CONSOLE_CLIENT_ID = 'berth-console';
export const MACHINE_CLIENT_ID = 'berth-machine';

/** The scope that allows calls of our API. */
export const API_SCOPE = 'berth';
export const SCOPE = `openid email offline_access ${API_SCOPE}`;

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const publicClient = {
  token_endpoint_auth_method: 'none',
  response_types: ['code'],
  id_token_signed_response_alg: 'RS256',
  scope: SCOPE,
} satisfies Partial<ClientMetadata>;

/** Our two clients; others cannot register. */
export function firstPartyClients(publicUrl: string): ClientMetadata[] {
  return [
    {
      ...publicClient,
      client_id: CONSOLE_CLIENT_ID,
      client_name: 'Berth',
      application_type: 'web',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: [`${publicUrl}/access_token`],
      post_logout_redirect_uris: [`${publicUrl}/`],
    },
    {
      ...publicClient,
      client_id: MACHINE_CLIENT_ID,
      client_name: 'Berth',
      // Native clients may use any port of the loopback address (RFC 8252, 7.3).
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT],
      redirect_uris: ['http://127.0.0.1/access_token', 'http://[::1]/access_token'],
      post_logout_redirect_uris: ['http://127.0.0.1/', 'http://[::1]/'],
    },
  ];
}

type Grant = Awaited<ReturnType<NonNullable<Configuration['loadExistingGrant']>>>;

/**
 * Grants our own clients their scopes without consent. One grant per session and client: replacing it would end the
 * refresh tokens of other tabs.
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

const { Check, Prompt, base } = interactionPolicy;

/**
 * Decides when a person is prompted. Our clients need no consent. Any program on the machine can use a native client's
 * redirect address, so a session is not enough: the person logs in for each request (RFC 8252, 8.6). In the device flow
 * the person has already confirmed the code.
 */
export function firstPartyPolicy(): InstanceType<typeof Prompt>[] {
  const policy = base();
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new Check('native_client', 'a native client requires its own login', 'login_required', ({ oidc }) => {
      const native = oidc.client?.applicationType === 'native' && !oidc.deviceCode && !oidc.result?.login;
      const deviceRoute = oidc.route === 'code_verification' || oidc.route === 'device_resume';
      return native && !deviceRoute ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}
