import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import type { Browser } from './browser.ts';

export const EXTERNAL_AUDIENCE = 'https://berth.example/api';

/** The other provider's claims about a person. */
export interface Person {
  readonly email?: string;
  readonly email_verified?: boolean;
  /** Additional Entra claims. */
  readonly [claim: string]: unknown;
}

export interface SecondProvider {
  readonly issuer: string;
  /** The people who can log in there, by login name. */
  readonly people: Map<string, Person>;
  /** Requests below this path get no reply; undefined: all do. */
  silentBelow: string | undefined;
  close(): Promise<void>;
}

/** Starts an independent OpenID provider with its own people and keys. */
export async function startSecondProvider(redirectUris: readonly string[]): Promise<SecondProvider> {
  const people = new Map<string, Person>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const { privateKey } = await generateKeyPair('PS256', { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kty: 'RSA' as const,
    kid: 'other',
    alg: 'PS256' as const,
    use: 'sig' as const,
  };

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'berth',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [...redirectUris],
        id_token_signed_response_alg: 'PS256',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['test'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    clientDefaults: { id_token_signed_response_alg: 'PS256' },
    scopes: ['openid', 'email', 'api'],
    claims: { email: ['email', 'email_verified'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    extraTokenClaims: (_ctx, token) =>
      token.kind === 'AccessToken' && token.accountId ? { ...people.get(token.accountId) } : undefined,
    features: {
      resourceIndicators: {
        defaultResource: () => EXTERNAL_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'api',
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'PS256' } },
        }),
      },
    },
  });
  const answer = provider.callback();
  const second: SecondProvider = {
    issuer,
    people,
    silentBelow: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('request', (request, response) => {
    if (second.silentBelow !== undefined && request.url?.startsWith(second.silentBelow)) response.destroy();
    else answer(request, response);
  });
  return second;
}

/** Completes the other provider's login pages; returns the address it redirects to. */
export async function logInAtProvider(browser: Browser, from: URL, login: string, redirectUri: string): Promise<URL> {
  let at = await browser.open(from, (url) => url.href.startsWith(redirectUri));
  for (let page = 0; at.response && page < 5; page += 1) {
    const next = await browser.submit(await at.response.text(), at.url, { login, password: 'whatever' });
    at = await browser.open(new URL(next.headers.get('location') ?? '', at.url), (url) =>
      url.href.startsWith(redirectUri),
    );
  }
  return at.url;
}
