import type { ProviderClient } from './provider.ts';

const STORAGE_KEY = 'implicit_state';

/**
 * The implicit flow, for providers configured for it: a bare access token in the fragment (spec chapter 2,
 * /access_token). The token is accepted only with the state that this tab sent. Redirects the browser to the provider.
 */
export async function beginImplicit(client: ProviderClient, redirectUrl: string | undefined): Promise<void> {
  const response = await fetch(`${client.authority}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(15_000),
  });
  const { authorization_endpoint: endpoint }: { authorization_endpoint: string } = await response.json();
  const state = crypto.randomUUID();
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ state, redirectUrl }));
  const address = new URL(endpoint);
  const query = { response_type: 'token', client_id: client.clientId, scope: client.scope, state };
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  address.searchParams.set('redirect_uri', `${client.origin}/access_token`);
  location.assign(address);
}

/** The token of a fragment with the state that was sent; a state is valid for one response. */
export function completeImplicit(
  fragment: URLSearchParams,
): { token: string; expiresAt: number; redirectUrl: string | undefined } | undefined {
  const sent = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  const token = fragment.get('access_token');
  if (sent === null || token === null) return undefined;
  const { state, redirectUrl }: { state: string; redirectUrl?: string } = JSON.parse(sent);
  if (fragment.get('state') !== state) return undefined;
  const seconds = Number(fragment.get('expires_in') ?? 3_600);
  return { token, expiresAt: Date.now() + seconds * 1000, redirectUrl };
}
