import { createHash } from 'node:crypto';
import type { UserId } from '@berth/contract/ids';
import { AUTH_TOKEN_LEEWAY_S } from '@berth/contract/limits';
import { normalizeEmail } from '@berth/contract/rules/text';
import { type JWTPayload, jwtVerify } from 'jose';
import Type from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { matcher } from '../../../platform/schema.ts';
import type { PermissionsOf } from '../accounts/platform-admins.ts';
import { discoveredKeys } from './discovered-keys.ts';
import { EntraClaims, isGuest, isOfTenant, isOwnedDomain, requireRole } from './entra.ts';
import type { Verified } from './verifier.ts';

export interface ExternalTokens {
  /** As the provider writes it: an issuer is compared letter by letter. */
  readonly issuer: string;
  readonly audience: string;
  /** For providers whose addresses an administrator assigns, and which therefore do not say that they are verified. */
  readonly trustEmail: boolean;
  /** The one Entra tenant whose people may sign in; undefined: the provider has none. */
  readonly tenant: string | undefined;
  /** An application role or a group without which nobody may sign in; undefined: everybody may. */
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
 * Checks access tokens of a provider of the operator's own (Entra, Keycloak, Auth0). A person is known by issuer and
 * subject, never by the address: whoever can set an address at another provider must not become somebody else here.
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

/** Whether an address is the person's: the provider says so, or the operator does of all its members. */
function isVerified(claims: Type.Static<typeof Claims>, { trustEmail }: ExternalTokens): boolean {
  if (claims.email_verified !== undefined) return claims.email_verified;
  return isOwnedDomain(claims) || (trustEmail && !isGuest(claims));
}

/** An ID token is for the client that asked for it; only it has these claims (OpenID Connect Core 2, 3.1.3.6). */
function isIdToken(payload: JWTPayload): boolean {
  return 'nonce' in payload || 'at_hash' in payload;
}

/** The same person has the same id at every start and node: a UUID of version 8 (RFC 9562) from issuer and subject. */
function userIdOf(issuer: string, subject: string): UserId {
  const bytes = createHash('sha256').update(`${issuer}\n${subject}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as UserId;
}
