import type { Provider } from './provider.ts';

/** One attempt to sign in, kept in this window while the provider's pages are shown. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

const STORAGE_KEY = 'sign-in-attempt';

/**
 * Starts a login by authorization code with PKCE (RFC 7636), the answer in the fragment of this loopback address
 * (RFC 8252): the address of the provider's page to go to.
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
    // Somebody else may have signed in at this machine before.
    prompt: 'login',
    ui_locales: language,
  }).toString();
  return address.href;
}

/** The attempt of this window, once. */
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
