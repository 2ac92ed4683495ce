import { errors } from 'jose';
import { ApiError } from '../../../http/api-error.ts';
import type { Authenticate } from '../../../http/authentication.ts';
import type { Caller } from '../../../http/route.ts';
import type { Clock } from '../../../platform/clock.ts';

const CACHED_MAX = 10_000;

/** The contents of a valid token. */
export interface Verified {
  readonly caller: Caller;
  /** The grant of the token: revoking it revokes the token. */
  readonly grantId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface VerifierSettings {
  /** Checks a token that is not cached; returns undefined or throws a jose error for an invalid one. */
  readonly check: (token: string) => Promise<Verified | undefined>;
  readonly clock: Clock;
  /** Whether the session or grant with this ID has ended. */
  readonly isEnded: (name: string) => boolean;
}

/**
 * Checks access tokens. Caches the result until the token expires: verifying a signature costs more than most calls.
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

/** Evicts the oldest entry: it is the most likely to have expired. */
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
