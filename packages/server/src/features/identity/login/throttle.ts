import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { ApiError } from '../../../http/api-error.ts';
import { hashWithKey } from '../tokens/secrets.ts';

/** The attempts allowed in a time window. */
interface Allowance {
  readonly name: string;
  readonly attempts: number;
  readonly windowS: number;
}

export const ALLOWANCES = {
  /** Password attempts for one account from one address. */
  logInFromAddress: { name: 'log-in-from-address', attempts: 10, windowS: 900 },
  /** Password attempts for one account from anywhere: high, so that others cannot easily lock the owner out. */
  logIn: { name: 'log-in', attempts: 100, windowS: 3_600 },
  /** Password confirmations, and codes of a second factor. */
  confirmPassword: { name: 'confirm-password', attempts: 10, windowS: 900 },
  secondFactor: { name: 'second-factor', attempts: 10, windowS: 900 },
  /** Mails that anyone can trigger to one address. */
  signUpMail: { name: 'sign-up-mail', attempts: 5, windowS: 3_600 },
  deletionMail: { name: 'account-deletion-mail', attempts: 5, windowS: 3_600 },
  resetMail: { name: 'reset-mail', attempts: 5, windowS: 3_600 },
  invitationMail: { name: 'invitation-mail', attempts: 5, windowS: 3_600 },
  /** Invitations that one person mails: anyone can create an organization whose name is the subject of a mail. */
  invitationMails: { name: 'invitation-mails', attempts: 1_000, windowS: 3_600 },
} as const satisfies Record<string, Allowance>;

/**
 * Counts attempts per subject, across nodes and restarts. Addresses without an account count, too, so that a rejection
 * reveals nothing.
 */
export interface Throttle {
  /** Counts an attempt; throws 'rate-limited' if none is left. */
  take(allowance: Allowance, subject: string): Promise<void>;
  /** Throws 'rate-limited' if no attempt is left; counts none. */
  requireLeft(allowance: Allowance, subject: string): Promise<void>;
  /** Resets the counter after a success. */
  reset(allowance: Allowance, subject: string): Promise<void>;
}

interface Counter {
  readonly used: number;
  readonly remaining_s: number;
}

/** Creates a throttle in the database, which stores subjects as keyed hashes only. */
export function createThrottle(db: Kysely<DB>, key: Buffer): Throttle {
  return {
    async take({ name, attempts, windowS }, subject) {
      const { rows } = await sql<Counter>`
        INSERT INTO identity.attempts AS counter (key_hash, used, ends_at)
        VALUES (${hashWithKey(key, name, subject)}, 1, now() + make_interval(secs => ${windowS}))
        ON CONFLICT (key_hash) DO UPDATE SET
          used = CASE WHEN counter.ends_at < now() THEN 1 ELSE counter.used + 1 END,
          ends_at = CASE WHEN counter.ends_at < now() THEN excluded.ends_at ELSE counter.ends_at END
        RETURNING used, ceil(extract(epoch FROM ends_at - now()))::int AS remaining_s`.execute(db);
      const [counter] = rows;
      if (counter && counter.used > attempts) throw tooMany(counter);
    },
    async requireLeft({ name, attempts }, subject) {
      const { rows } = await sql<Counter>`
        SELECT used, ceil(extract(epoch FROM ends_at - now()))::int AS remaining_s FROM identity.attempts
        WHERE key_hash = ${hashWithKey(key, name, subject)} AND ends_at >= now()`.execute(db);
      const [counter] = rows;
      if (counter && counter.used >= attempts) throw tooMany(counter);
    },
    async reset({ name }, subject) {
      await sql`DELETE FROM identity.attempts WHERE key_hash = ${hashWithKey(key, name, subject)}`.execute(db);
    },
  };
}

function tooMany({ remaining_s }: Counter): ApiError {
  return new ApiError('rate-limited', 'Too many attempts. Try again later.', undefined, {
    'retry-after': String(Math.max(1, remaining_s)),
  });
}
