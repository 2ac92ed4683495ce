import type { Provider } from './provider.ts';

/** One login, stored in this window while the provider's pages are shown. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

const STORAGE_KEY = 'sign-in-attempt';

/**
 * Starts a login by authorization code with PKCE (RFC 7636), with the response in the fragment of this loopback URL
 * (RFC 8252); returns the URL of the provider's page.
 */
export async function beginAttempt(provider: Provider, origin: string, language: string): Promise<string> {
  const attempt: Attempt = {
    state: randomText(),
    nonce: randomText(),
    verifier: randomText(),
    redirectUri: `${origin}/access_token`,
  };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(attempt));
  const address = new URL(provider.authorizationEndpoint);
  address.search = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: attempt.redirectUri,
    response_type: 'code',
    response_mode: 'fragment',
    scope: provider.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await challengeOf(attempt.verifier),
    code_challenge_method: 'S256',
    // Someone else may have logged in at this machine before.
    prompt: 'login',
    ui_locales: language,
  }).toString();
  return address.href;
}

/** Takes this window's login, once. */
export function takeAttempt(): Attempt | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  // Only ever written by beginAttempt.
  return text === null ? undefined : (JSON.parse(text) as Attempt);
}

/** Bytes as text without padding (RFC 4648, base64url). */
function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** 256 random bits: a state, a nonce or a code verifier. */
function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

/** The challenge of a code verifier (RFC 7636, S256). */
export async function challengeOf(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
}
