import { decodeJwt } from 'jose';
import { DeviceFlowError, type DeviceFlowProvider, type Tokens } from './device-flow.ts';

/** The application that the operator registered for logins at machines, and the Azure cloud it is in. */
export interface AzureApplication {
  readonly authority: string;
  readonly clientId: string;
}

/** The endpoints of one tenant (Microsoft identity platform, device authorization grant). */
export function azureProvider({ authority, clientId }: AzureApplication, tenant: string): DeviceFlowProvider {
  const base = `${authority}/${encodeURIComponent(tenant)}/oauth2/v2.0`;
  return {
    deviceEndpoint: `${base}/devicecode`,
    tokenEndpoint: `${base}/token`,
    clientId,
    scope: 'openid profile email',
  };
}

/** Where the tenant's administrator finishes the set-up: what the log entry links to (spec chapter 8). */
export function consentAddress({ authority, clientId }: AzureApplication, tenant: string): string {
  return `${authority}/${encodeURIComponent(tenant)}/adminconsent?client_id=${encodeURIComponent(clientId)}`;
}

/** AADSTS codes of an application that the tenant has not consented to, declined, or never installed. */
const CONSENT_MISSING = /AADSTS(?:65001|65004|90094|90008|700016)\b/;

export function isConsentMissing(error: unknown): boolean {
  return error instanceof DeviceFlowError && (error.code === 'consent_required' || CONSENT_MISSING.test(error.message));
}

/**
 * Whom the tokens are for. They come straight from the tenant's own endpoint over TLS, which stands for the signature
 * (OpenID Connect Core 3.1.3.7, 6); a token for another application is refused.
 */
export function azureName({ idToken }: Tokens, { clientId }: AzureApplication): string | null {
  if (idToken === null) return null;
  const claims = decodeJwt(idToken);
  const name = claims.preferred_username ?? claims.email;
  return claims.aud === clientId && typeof name === 'string' && name !== '' ? name : null;
}
