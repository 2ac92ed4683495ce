import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import Type from 'typebox';
import { ApiError } from '../../../http/api-error.ts';
import { matcher } from '../../../platform/schema.ts';

const TIMEOUT_MS = 5_000;

const Discovery = Type.Object({ issuer: Type.String(), jwks_uri: Type.String() });
const fitsDiscovery = matcher(Discovery);

/**
 * A provider's keys by discovery (OpenID Connect Discovery 4), looked up when a token needs one that is not known. A
 * provider that is away makes the call "unavailable": nobody is signed out for it.
 */
export function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    found ??= discover(issuer);
    try {
      const keys = await found;
      return await keys(header, token);
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
      found = undefined;
      const error = new ApiError('unavailable', 'The identity provider does not answer.', undefined, {
        'retry-after': '5',
      });
      error.cause = cause;
      throw error;
    }
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const document: unknown = await response.json();
  if (!fitsDiscovery(document) || document.issuer !== issuer) {
    throw new Error(`The discovery document is not that of ${issuer}`);
  }
  return createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: TIMEOUT_MS });
}
