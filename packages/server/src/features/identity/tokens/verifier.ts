import { UserIdSchema } from '@berth/contract/ids';
import { AUTH_TOKEN_LEEWAY_S } from '@berth/contract/limits';
import { createLocalJWKSet, errors, type JWK, type JWTVerifyGetKey, jwtVerify } from 'jose';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Authenticate } from '../../../http/authentication.ts';
import { Problem } from '../../../http/problem.ts';
import type { Caller } from '../../../http/route.ts';
import type { Clock } from '../../../platform/clock.ts';

const CACHED_MAX = 10_000;

const Claims = Type.Object({
  sub: UserIdSchema,
  email: Type.String({ minLength: 3 }),
  permissions: Type.Array(Type.String()),
  sid: Type.Optional(Type.String()),
  exp: Type.Number(),
});

export interface VerifierSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: readonly JWK[];
  readonly clock: Clock;
  /** Whether the session a token came from has been ended. */
  readonly isEnded: (sessionUid: string) => boolean;
}

interface Verified {
  readonly caller: Caller;
  readonly expiresAt: number;
}

/**
 * Checks access tokens (RFC 9068) against our own keys. A token's signature is checked once and then remembered until
 * the token expires: checking costs more than most calls do.
 */
export function createTokenVerifier(settings: VerifierSettings): Authenticate {
  const getKey = createLocalJWKSet({ keys: [...settings.keys] });
  const verified = new Map<string, Verified>();

  return async (token) => {
    const known = verified.get(token) ?? (await verify(token, getKey, settings));
    const { sessionId } = known.caller;
    const ended = sessionId !== undefined && settings.isEnded(sessionId);
    if (ended || known.expiresAt <= settings.clock.now()) {
      verified.delete(token);
      throw unauthenticated();
    }
    remember(verified, token, known);
    return known.caller;
  };
}

async function verify(token: string, getKey: JWTVerifyGetKey, settings: VerifierSettings): Promise<Verified> {
  const { payload } = await jwtVerify(token, getKey, {
    issuer: settings.issuer,
    audience: settings.audience,
    algorithms: ['RS256'],
    typ: 'at+jwt',
    clockTolerance: AUTH_TOKEN_LEEWAY_S,
    currentDate: new Date(settings.clock.now()),
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw unauthenticated();
    throw error;
  });
  if (!Value.Check(Claims, payload)) throw unauthenticated();
  const { sub, email, permissions, sid, exp } = payload;
  return {
    caller: { userId: sub, email, permissions, sessionId: sid },
    expiresAt: (exp + AUTH_TOKEN_LEEWAY_S) * 1_000,
  };
}

/** The oldest entry goes first: it is the likeliest to have expired. */
function remember(verified: Map<string, Verified>, token: string, entry: Verified): void {
  if (verified.has(token)) return;
  verified.set(token, entry);
  if (verified.size <= CACHED_MAX) return;
  const oldest = verified.keys().next().value;
  if (oldest !== undefined) verified.delete(oldest);
}

function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'Your session has ended. Log in again.');
}
