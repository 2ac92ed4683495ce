import type { ClientConfig } from '@berth/contract/api/service';
import type { UserManager } from 'oidc-client-ts';
import { delay } from '../../lib/delay.ts';
import { proofKeys } from './proof-keys.ts';

/** What a client of the provider is: the console's or, at a machine, the native one with its loopback address. */
export interface ProviderClient {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  /** Origin of the page; the redirect addresses are below it. */
  readonly origin: string;
  /** Whether refresh tokens are bound to a key of this browser. */
  readonly dpop: boolean;
}

/** The console's own client, from the configuration. */
export function consoleClient({ identity }: ClientConfig, origin: string): ProviderClient {
  const { authority, clientId, scope, dpop = false } = identity;
  return { authority, clientId, scope, origin, dpop };
}

const PROVIDER_TIMEOUT_S = 15;

const managers = new Map<string, Promise<UserManager>>();

/**
 * The OpenID Connect library's manager for a client: authorization code with PKCE, answered in the fragment, everything
 * kept in session storage. Loaded when it is first needed: most page views need no provider.
 */
export function managerOf(client: ProviderClient): Promise<UserManager> {
  const known = managers.get(client.clientId);
  if (known) return known;
  const manager = makeManager(client);
  managers.set(client.clientId, manager);
  return manager;
}

async function makeManager(client: ProviderClient): Promise<UserManager> {
  const { UserManager: Manager, WebStorageStateStore } = await import('oidc-client-ts');
  const store = new WebStorageStateStore({ store: sessionStorage });
  const keys = client.dpop ? await proofKeys(client.clientId) : undefined;
  return new Manager({
    authority: client.authority,
    client_id: client.clientId,
    scope: client.scope,
    redirect_uri: `${client.origin}/access_token`,
    post_logout_redirect_uri: `${client.origin}/`,
    response_type: 'code',
    response_mode: 'fragment',
    userStore: store,
    stateStore: store,
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    fetchRequestCredentials: 'omit',
    // Without it a provider that accepts a connection and says nothing keeps the page loading for ever.
    requestTimeoutInSeconds: PROVIDER_TIMEOUT_S,
    ...(keys && { dpop: { store: keys } }),
  });
}

/** Never settles within a page's life: for calls that end in a navigation away. */
export async function leavingPage(): Promise<never> {
  for (;;) await delay(60_000);
}
