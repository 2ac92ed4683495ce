import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { ApiError } from '../../../http/api-error.ts';

/** argon2id is the library's default algorithm; memory and passes as OWASP's password storage guide asks for. */
const COST: argon2.Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2 check takes tens of milliseconds: after a second or two there is room again. */
const RETRY_AFTER_S = '2';

export interface PasswordHasher {
  /** A PHC string with its own salt. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash the same work is done, so that unknown addresses take as long
   * as known ones.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
}

export interface HasherLimits {
  /** Hashes computed at once: one less than there are processors leaves room for everything else. */
  readonly parallel: number;
  /** The most callers that can wait; the next one is rejected. */
  readonly waiting: number;
}

const LIMITS: HasherLimits = { parallel: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 200 };

/** What costs the time. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** argon2id in the thread pool, bounded so that other requests stay quick while many people sign in. */
export function createPasswordHasher(limits: HasherLimits = LIMITS, { hash, verify }: Argon2 = argon2): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function bounded<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.parallel) {
      if (waiting.length >= limits.waiting) {
        throw new ApiError('unavailable', 'Too many logins right now. Try again in a moment.', undefined, {
          'retry-after': RETRY_AFTER_S,
        });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The slot passes to the next waiting caller, so that new callers cannot overtake.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  let nobody: Promise<string> | undefined;

  return {
    hash: (password) => bounded(() => hash(password, COST)),
    async verify(stored, password) {
      nobody ??= hash('nobody has this password', COST);
      const against = stored ?? (await nobody);
      const matches = await bounded(() => verify(against, password));
      return matches && stored !== null;
    },
  };
}
