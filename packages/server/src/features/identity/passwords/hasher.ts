import { availableParallelism } from 'node:os';
import * as argon2 from '@node-rs/argon2';
import { ApiError } from '../../../http/api-error.ts';

/** argon2id (the library's default) with memory and passes as OWASP's password storage guide recommends. */
const COST: argon2.Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** An argon2 check takes tens of milliseconds: the queue shrinks within seconds. */
const RETRY_AFTER_S = '2';

export interface PasswordHasher {
  /** Returns a PHC string with a random salt. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash it does the same work, so that unknown addresses take as long
   * as known ones.
   */
  verify(stored: string | null, password: string): Promise<boolean>;
}

export interface HasherLimits {
  /** Concurrent hashes: one less than processors, so that other work has room. */
  readonly parallel: number;
  /** Maximum number of waiting callers; further ones are rejected. */
  readonly waiting: number;
}

const LIMITS: HasherLimits = { parallel: Math.max(1, Math.min(3, availableParallelism() - 1)), waiting: 200 };

/** The expensive functions. */
export type Argon2 = Pick<typeof argon2, 'hash' | 'verify'>;

/** Runs argon2id in the thread pool with limited concurrency, so that other requests stay fast during many logins. */
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

  let placeholder: Promise<string> | undefined;

  return {
    hash: (password) => bounded(() => hash(password, COST)),
    async verify(stored, password) {
      placeholder ??= hash('placeholder', COST);
      const against = stored ?? (await placeholder);
      const matches = await bounded(() => verify(against, password));
      return matches && stored !== null;
    },
  };
}
