import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { ApiError } from '../../../http/api-error.ts';
import { hashWithKey } from '../tokens/secrets.ts';

/** How often something may be tried in a window of time. */
interface Allowance {
  readonly name: string;
  readonly tries: number;
  readonly windowS: number;
}

export const ALLOWANCES = {
  /** Passwords tried for one account from one address. */
  logInFromAddress: { name: 'log-in-from-address', tries: 10, windowS: 900 },
  /** Password attempts for one account from anywhere: high, so that others cannot easily lock the owner out. */
  logIn: { name: 'log-in', tries: 100, windowS: 3_600 },
  /** The password asked for again, and codes of a second factor. */
  confirmPassword: { name: 'confirm-password', tries: 10, windowS: 900 },
  secondFactor: { name: 'second-factor', tries: 10, windowS: 900 },
  /** Mails that strangers can have sent to one address. */
  signUpMail: { name: 'sign-up-mail', tries: 5, windowS: 3_600 },
  giveUpMail: { name: 'give-up-mail', tries: 5, windowS: 3_600 },
  resetMail: { name: 'reset-mail', tries: 5, windowS: 3_600 },
} as const satisfies Record<string, Allowance>;

/**
 * Counts attempts per subject, across nodes and restarts. Addresses without an account count, too, so that a rejection
 * reveals nothing.
 */
export interface Throttle {
  /** Counts an attempt; throws 'rate-limited' if none is left. */
  take(allowance: Allowance, subject: string): Promise<void>;
  /** Gives all tries back, after a success. */
  forget(allowance: Allowance, subject: string): Promise<void>;
}

interface Counter {
  readonly used: number;
  readonly remaining_s: number;
}

/** A throttle on the database; subjects are kept as keyed hashes only. */
export function createThrottle(db: Kysely<DB>, key: Buffer): Throttle {
  return {
    async take({ name, tries, windowS }, subject) {
      const { rows } = await sql<Counter>`
        INSERT INTO identity.attempts AS counter (key_hash, used, ends_at)
        VALUES (${hashWithKey(key, name, subject)}, 1, now() + make_interval(secs => ${windowS}))
        ON CONFLICT (key_hash) DO UPDATE SET
          used = CASE WHEN counter.ends_at < now() THEN 1 ELSE counter.used + 1 END,
          ends_at = CASE WHEN counter.ends_at < now() THEN excluded.ends_at ELSE counter.ends_at END
        RETURNING used, ceil(extract(epoch FROM ends_at - now()))::int AS remaining_s`.execute(db);
      const [counter] = rows;
      if (counter && counter.used > tries) {
        throw new ApiError('rate-limited', 'Too many attempts. Try again later.', undefined, {
          'retry-after': String(Math.max(1, counter.remaining_s)),
        });
      }
    },
    async forget({ name }, subject) {
      await sql`DELETE FROM identity.attempts WHERE key_hash = ${hashWithKey(key, name, subject)}`.execute(db);
    },
  };
}
