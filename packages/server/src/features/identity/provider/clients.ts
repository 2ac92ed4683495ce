import type { ClientMetadata } from 'oidc-provider';

export const CONSOLE_CLIENT_ID = 'berth-console';
export const MACHINE_CLIENT_ID = 'berth-machine';

/** The scope that stands for "may call our API". */
export const API_SCOPE = 'berth';
export const SCOPE = `openid email offline_access ${API_SCOPE}`;

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const publicClient = {
  token_endpoint_auth_method: 'none',
  response_types: ['code'],
  id_token_signed_response_alg: 'RS256',
  scope: SCOPE,
} satisfies Partial<ClientMetadata>;

/** Our own two clients; there is no registration of others. */
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
