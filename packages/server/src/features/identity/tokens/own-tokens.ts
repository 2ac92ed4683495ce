import { UserIdSchema } from '@berth/contract/ids';
import { AUTH_TOKEN_LEEWAY_S } from '@berth/contract/limits';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import Type from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import { matcher } from '../../../platform/schema.ts';
import type { Verified } from './verifier.ts';

const Claims = Type.Object({
  sub: UserIdSchema,
  email: Type.String({ minLength: 3 }),
  permissions: Type.Array(Type.String()),
  sid: Type.Optional(Type.String()),
  grant: Type.Optional(Type.String()),
  exp: Type.Number(),
});
const fitsClaims = matcher(Claims);

export interface OwnTokens {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: readonly JWK[];
  readonly clock: Clock;
}

/** Checks access tokens of the embedded provider (RFC 9068) against its keys. */
export function ownTokenCheck({ issuer, audience, keys, clock }: OwnTokens) {
  const keySet = createLocalJWKSet({ keys: [...keys] });
  return async (token: string): Promise<Verified | undefined> => {
    const { payload } = await jwtVerify(token, keySet, {
      issuer,
      audience,
      algorithms: ['RS256'],
      typ: 'at+jwt',
      clockTolerance: AUTH_TOKEN_LEEWAY_S,
      currentDate: new Date(clock.now()),
    });
    if (!fitsClaims(payload)) return undefined;
    const { sub, email, permissions, sid, grant, exp } = payload;
    return {
      caller: { userId: sub, email, permissions, sessionId: sid },
      grantId: grant,
      expiresAt: (exp + AUTH_TOKEN_LEEWAY_S) * 1_000,
    };
  };
}
