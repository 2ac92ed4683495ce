import { setTimeout as pause } from 'node:timers/promises';

const ATTEMPTS = 5;
// Serialization failure and deadlock: the same work, done again, can succeed.
const COLLISIONS = ['40001', '40P01'];

/** The SQLSTATE of an error of the database; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** The constraint that an error of the database names, such as "organizations_name_key". */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}

/** Runs a whole transaction again while the database says that it collided with another (SQLSTATE 40001, 40P01). */
export async function withRetry<T>(run: () => Promise<T>, states: readonly string[] = COLLISIONS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS || !states.includes(sqlState(error) ?? '')) throw error;
      // Full jitter, so that those who collided do not collide again.
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
