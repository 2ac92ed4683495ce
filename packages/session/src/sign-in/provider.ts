import { type ClientConfig, readConfig } from '@berth/contract/api/service';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { call } from '@berth/web/data/call.ts';
import type { Attempt } from './attempt.ts';

/** Long enough for a slow connection, short enough for a waiting user. */
const TIMEOUT_MS = 10_000;

/** What the login at a machine needs from the identity provider (OpenID Connect Discovery 1.0). */
export interface Provider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly deviceEndpoint: string | undefined;
  readonly clientId: string;
  readonly scope: string;
}

/** The provider named by the cloud. @throws ApiError if the cloud or the provider does not respond. */
export async function loadProvider(): Promise<Provider> {
  const { identity }: ClientConfig = await call(readConfig, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const address = `${identity.authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found: unknown = await (await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })).json();
  const text = (key: string): string | undefined => {
    const value: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return {
    issuer: text('issuer') ?? identity.authority,
    authorizationEndpoint: text('authorization_endpoint') ?? '',
    tokenEndpoint: text('token_endpoint') ?? '',
    deviceEndpoint: text('device_authorization_endpoint'),
    clientId: identity.machineClientId,
    // No renewal: the user's token lives as long as the wizard and is dropped with it.
    scope: identity.scope
      .split(' ')
      .filter((part) => part !== 'offline_access')
      .join(' '),
  };
}

/** Why a login returned no token: the provider's error code if it sent one (RFC 6749, 4.1.2.1). */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly code: string;
  /** Whether the provider wrote the message, for its user; others are for us. */
  readonly byProvider: boolean;

  constructor(code: string, description: string, byProvider = true) {
    super(description);
    this.code = code;
    this.byProvider = byProvider;
  }
}

/** The code in the provider's response, if it belongs to this login. */
export function codeOf(answer: string, attempt: Attempt | undefined): string {
  const values = new URLSearchParams(answer);
  if (!attempt || values.get('state') !== attempt.state) {
    throw new SignInError('invalid_state', 'The answer does not belong to a login of this window.', false);
  }
  const error = values.get('error');
  if (error !== null) throw new SignInError(error, values.get('error_description') ?? error);
  const code = values.get('code');
  if (code === null) throw new SignInError('invalid_answer', 'The answer carries no code.', false);
  return code;
}

/** Exchanges the code for the user's token and stores it for this window. */
export async function exchangeCode(provider: Provider, attempt: Attempt, code: string): Promise<void> {
  const reply = await askForToken(provider, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: attempt.redirectUri,
    code_verifier: attempt.verifier,
  });
  checkIdToken(reply.id_token, provider, attempt.nonce);
  keepToken(reply);
}

export function keepToken({ access_token, expires_in }: TokenReply): void {
  storeAccessToken(access_token, Date.now() + expires_in * 1_000);
}

export interface TokenReply {
  readonly access_token: string;
  readonly expires_in: number;
  readonly id_token: string | undefined;
}

/** POST to the token endpoint (RFC 6749, 3.2). */
export async function askForToken(provider: Provider, grant: Readonly<Record<string, string>>): Promise<TokenReply> {
  const response = await fetch(provider.tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({ ...grant, client_id: provider.clientId }),
    signal: AbortSignal.timeout(10_000),
  });
  const reply: Record<string, unknown> = await response.json();
  if (response.ok && typeof reply.access_token === 'string') {
    return {
      access_token: reply.access_token,
      expires_in: typeof reply.expires_in === 'number' ? reply.expires_in : 300,
      id_token: typeof reply.id_token === 'string' ? reply.id_token : undefined,
    };
  }
  throw new SignInError(String(reply.error ?? response.status), String(reply.error_description ?? response.statusText));
}

/**
 * Checks issuer, audience and nonce. The signature needs no check, because the token came from the provider's own token
 * endpoint (OpenID Connect Core 1.0, 3.1.3.7, step 6).
 */
function checkIdToken(idToken: string | undefined, provider: Provider, nonce: string): void {
  const [, payload = ''] = idToken?.split('.') ?? [];
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  const claims: Record<string, unknown> = payload === '' ? {} : JSON.parse(new TextDecoder().decode(bytes));
  const audience = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (claims.iss === provider.issuer && audience.includes(provider.clientId) && claims.nonce === nonce) return;
  throw new SignInError('invalid_id_token', 'The identity is not one for this login.', false);
}
