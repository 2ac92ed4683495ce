import { createHash } from 'node:crypto';
import type { UserId } from '@berth/contract/ids';
import { AUTH_TOKEN_LEEWAY_S } from '@berth/contract/limits';
import { normalizeEmail } from '@berth/contract/rules/text';
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import Type from 'typebox';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { matcher } from '../../../platform/schema.ts';
import type { PermissionsOf } from '../account/store.ts';
import { EntraClaims, isGuest, isOfTenant, isOwnedDomain, requireRole } from './entra.ts';
import type { Verified } from './verifier.ts';

interface ExternalTokens {
  /** Exactly as the provider writes it: issuers are compared literally. */
  readonly issuer: string;
  readonly audience: string;
  /** For providers whose administrators assign addresses and that therefore do not mark them as verified. */
  readonly trustEmail: boolean;
  /** The Entra tenant whose people can log in; undefined: the provider has none. */
  readonly tenant: string | undefined;
  /** An application role or group that logins require; undefined: none. */
  readonly role: string | undefined;
  readonly permissionsOf: PermissionsOf;
  readonly clock: Clock;
}

const Claims = Type.Object({
  sub: Type.String({ minLength: 1, maxLength: 255 }),
  email: Type.String({ minLength: 3, maxLength: 254 }),
  email_verified: Type.Optional(Type.Boolean()),
  exp: Type.Number(),
  ...EntraClaims.properties,
});
const fitsClaims = matcher(Claims);

/**
 * Checks access tokens of the operator's provider (Entra, Keycloak, Auth0). Issuer and subject identify a person, never
 * the address, which people can set at other providers.
 */
export function externalTokenCheck(settings: ExternalTokens) {
  const { issuer, audience, clock } = settings;
  const keys = discoveredKeys(issuer);
  return async (token: string): Promise<Verified | undefined> => {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
      clockTolerance: AUTH_TOKEN_LEEWAY_S,
      currentDate: new Date(clock.now()),
    });
    if (isIdToken(payload) || !fitsClaims(payload)) return undefined;
    if (!isOfTenant(payload, settings.tenant)) return undefined;
    requireRole(payload, settings.role);
    const { sub, exp, email } = payload;
    if (!isVerified(payload, settings)) return undefined;
    const address = normalizeEmail(email);
    const userId = userIdOf(issuer, sub);
    return {
      caller: { userId, email: address, permissions: await settings.permissionsOf(userId, address) },
      expiresAt: (exp + AUTH_TOKEN_LEEWAY_S) * 1_000,
    };
  };
}

/** Whether the address is verified: by the provider, or by the operator's trust in all its members. */
function isVerified(claims: Type.Static<typeof Claims>, { trustEmail }: ExternalTokens): boolean {
  if (claims.email_verified !== undefined) return claims.email_verified;
  return isOwnedDomain(claims) || (trustEmail && !isGuest(claims));
}

/** Whether the token is an ID token, by claims that only ID tokens have (OpenID Connect Core 2, 3.1.3.6). */
function isIdToken(payload: JWTPayload): boolean {
  return 'nonce' in payload || 'at_hash' in payload;
}

/** Derives a stable user ID from issuer and subject: a UUID version 8 (RFC 9562). */
function userIdOf(issuer: string, subject: string): UserId {
  const bytes = createHash('sha256').update(`${issuer}\n${subject}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as UserId;
}

const TIMEOUT_MS = 5_000;

const Discovery = Type.Object({ issuer: Type.String(), jwks_uri: Type.String() });
const fitsDiscovery = matcher(Discovery);

/**
 * Returns the provider's keys by discovery (OpenID Connect Discovery 4), loaded when a token needs an unknown key. While the
 * provider does not respond, calls fail with "unavailable"; sessions continue.
 */
function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let found: Promise<JWTVerifyGetKey> | undefined;
  return async (header, token) => {
    found ??= discover(issuer);
    try {
      const keys = await found;
      return await keys(header, token);
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
      found = undefined;
      const error = new ApiError('unavailable', 'The identity provider is not responding.', undefined, {
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
