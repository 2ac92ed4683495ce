import { AUTH_TOKEN_LEEWAY_S } from '@berth/contract/limits';
import type { AzureApplication } from '@berth/contract/rules/service';
import { decodeJwt } from 'jose';
import { DeviceFlowError, type DeviceFlowProvider, type Tokens } from './device-flow.ts';

const TIMEOUT_MS = 7_500;

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

/** AADSTS codes for an application without consent in the tenant: not granted, declined, or not installed. */
const CONSENT_MISSING = /AADSTS(?:65001|65004|90094|90008|700016)\b/;

export function isConsentMissing(error: unknown): boolean {
  return error instanceof DeviceFlowError && (error.code === 'consent_required' || CONSENT_MISSING.test(error.message));
}

/**
 * The user name in an ID token, or null if the token is for another application, of another tenant, or expired. The
 * signature is not checked: the token comes straight from the tenant's token endpoint over TLS (OpenID Connect Core
 * 3.1.3.7, 6). Guests of the tenant count as its users. `now` in milliseconds since 1970.
 */
export function azureName(
  { idToken }: Tokens,
  { clientId }: AzureApplication,
  issuer: string,
  now: number,
): string | null {
  if (idToken === null) return null;
  const { aud, iss, tid, exp = 0, preferred_username, email } = decodeJwt(idToken);
  const isOfTenant = iss === issuer && typeof tid === 'string' && issuer.includes(tid);
  if (aud !== clientId || !isOfTenant || (exp + AUTH_TOKEN_LEEWAY_S) * 1_000 < now) return null;
  const name = preferred_username ?? email;
  return typeof name === 'string' && name !== '' ? name : null;
}

/**
 * The token issuer of a tenant. It contains the tenant ID even if the organization entered a domain. The multi-tenant
 * names ('common', 'organizations') have no single issuer and allow no login.
 */
export async function azureIssuer({ authority }: AzureApplication, tenant: string): Promise<string> {
  const address = `${authority}/${encodeURIComponent(tenant)}/v2.0/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const document: unknown = await response.json();
  if (typeof document === 'object' && document && 'issuer' in document && typeof document.issuer === 'string') {
    return document.issuer;
  }
  throw new Error('The tenant does not say who issues its tokens');
}
