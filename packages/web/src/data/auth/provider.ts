import type { ClientConfig } from '@berth/contract/api/service';
import type { IndexedDbDPoPStore, UserManager, UserManagerSettings } from 'oidc-client-ts';
import { isOnThisSite, LoginNavigator, SilentNavigator } from './silent.ts';

const PROVIDER_TIMEOUT_S = 15;

const DESCRIPTION_MAX = 200;

/** An OAuth client: the console's, or on a machine the native one with its loopback address. */
export interface ProviderClient {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  /** Origin of the page; the redirect URIs are below it. */
  readonly origin: string;
  /** Whether refresh tokens are bound to a key of this browser. */
  readonly dpop: boolean;
}

/** The console's own client, from the configuration. */
export function consoleClient({ identity }: Pick<ClientConfig, 'identity'>, origin: string): ProviderClient {
  const { authority, clientId, scope, dpop = false } = identity;
  return { authority, clientId, scope, origin, dpop };
}

const loadLibrary = () => import('oidc-client-ts');

/** Loads the library while the configuration is on its way. Errors show when it is needed. */
export function preloadProvider(): void {
  void loadLibrary().catch(() => undefined);
}

const managers = new Map<string, Promise<UserManager>>();

/**
 * The OpenID Connect library's manager for a client: authorization code with PKCE, response in the fragment, state in
 * session storage. Loaded on demand: most page views need no provider.
 */
export function managerOf(client: ProviderClient): Promise<UserManager> {
  const known = managers.get(client.clientId);
  if (known) return known;
  const manager = makeManager(client);
  managers.set(client.clientId, manager);
  return manager;
}

async function makeManager(client: ProviderClient): Promise<UserManager> {
  const { UserManager: Manager, WebStorageStateStore } = await loadLibrary();
  const store = new WebStorageStateStore({ store: sessionStorage });
  const keys = client.dpop ? await proofKeys(client.clientId) : undefined;
  const settings: UserManagerSettings = {
    authority: client.authority,
    client_id: client.clientId,
    scope: client.scope,
    redirect_uri: `${client.origin}/access_token`,
    silent_redirect_uri: `${client.origin}/access_token`,
    post_logout_redirect_uri: `${client.origin}/`,
    response_type: 'code',
    response_mode: 'fragment',
    userStore: store,
    stateStore: store,
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    fetchRequestCredentials: 'omit',
    // A provider may accept a connection and never respond.
    requestTimeoutInSeconds: PROVIDER_TIMEOUT_S,
    ...(keys && { dpop: { store: keys } }),
  };
  return new Manager(
    settings,
    isOnThisSite(client) ? new LoginNavigator() : undefined,
    undefined,
    new SilentNavigator(),
  );
}

/**
 * The key that binds this browser's refresh tokens (DPoP, RFC 9449). It cannot leave the browser, so a copied refresh
 * token cannot be renewed. All tabs share it and create it under a lock, so that none overwrites the key of another's
 * tokens. Undefined where the browser stores no keys, as in some private windows: then the provider rotates refresh
 * tokens.
 */
export async function proofKeys(clientId: string): Promise<IndexedDbDPoPStore | undefined> {
  const { DPoPState, IndexedDbDPoPStore: Store } = await loadLibrary();
  const keys = new Store();
  const ensure = async () => {
    if ((await keys.getAllKeys()).includes(clientId)) return;
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    await keys.set(clientId, new DPoPState(await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])));
  };
  try {
    await navigator.locks.request('berth proof key', ensure);
    return keys;
  } catch {
    return undefined;
  }
}

/**
 * An error_description for display. Anyone can put it in a link, so it is truncated: it must not pass for the page's
 * own text.
 */
export function shownDescription(description: string): string {
  return clip(description, DESCRIPTION_MAX);
}

/** The text, shortened to `max` characters with an ellipsis; never splits a character. */
export function clip(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}
