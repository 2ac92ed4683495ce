import { errors } from 'jose';
import { ApiError } from '../../../http/api-error.ts';
import type { Authenticate } from '../../../http/authentication.ts';
import type { Caller } from '../../../http/route.ts';
import type { Clock } from '../../../platform/clock.ts';

const CACHED_MAX = 10_000;

/** What a good token says. */
export interface Verified {
  readonly caller: Caller;
  /** The grant of the token: revoking it revokes the token. */
  readonly grantId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface VerifierSettings {
  /** Checks a token that was not seen before; undefined, or an error of jose, for one that is not good. */
  readonly check: (token: string) => Promise<Verified | undefined>;
  readonly clock: Clock;
  /** Whether the session or the grant that a token came from has ended. */
  readonly isEnded: (name: string) => boolean;
}

/**
 * Checks access tokens. A signature is checked once and then remembered until the token expires: checking costs more
 * than most calls do.
 */
export function createTokenVerifier({ check, clock, isEnded }: VerifierSettings): Authenticate {
  const verified = new Map<string, Verified>();

  return async (token) => {
    const known = verified.get(token) ?? (await checked(token, check));
    const ended = [known.caller.sessionId, known.grantId].some((name) => name !== undefined && isEnded(name));
    if (ended || known.expiresAt <= clock.now()) {
      verified.delete(token);
      throw unauthenticated();
    }
    remember(verified, token, known);
    return known.caller;
  };
}

async function checked(token: string, check: VerifierSettings['check']): Promise<Verified> {
  const verified = await check(token).catch((error: unknown) => {
    // jose throws plain TypeErrors for malformed tokens.
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
    throw error;
  });
  if (!verified) throw unauthenticated();
  return verified;
}

/** The oldest entry goes first: it is the likeliest to have expired. */
function remember(verified: Map<string, Verified>, token: string, entry: Verified): void {
  if (verified.has(token)) return;
  verified.set(token, entry);
  if (verified.size <= CACHED_MAX) return;
  const oldest = verified.keys().next().value;
  if (oldest !== undefined) verified.delete(oldest);
}

function unauthenticated(): ApiError {
  return new ApiError('unauthenticated', 'Your session has ended. Log in again.');
}
