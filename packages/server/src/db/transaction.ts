import { setTimeout as pause } from 'node:timers/promises';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database, Tx } from './connection.ts';
import type { DB } from './schema.ts';

/**
 * Runs in one transaction that sees the rows of one organization only (row-level security).
 * `run` may run again when the database asks for it: it changes nothing but the database.
 */
export function inTenant<T>(
  db: Database,
  scope: { readonly organizationId: OrganizationId; readonly userId?: UserId },
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  return transact(db.app, async (tx) => {
    await enterTenant(tx, scope.organizationId, scope.userId);
    return run(tx);
  });
}

/** Runs in one transaction that sees what one person may see: the rows of all organizations they belong to. */
export function asUser<T>(db: Database, scope: { readonly userId: UserId }, run: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db.app, async (tx) => {
    await enterUser(tx, scope.userId);
    return run(tx);
  });
}

/** Runs as the role berth_system: for sign-in and the gateway, which come before any tenant is known. */
export function asSystem<T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db.system, run);
}

/** Narrows a transaction to one organization until it ends. */
export async function enterTenant(tx: Tx, organizationId: OrganizationId, userId: UserId | undefined): Promise<void> {
  await sql`select set_config('berth.organization_id', ${organizationId}, true), set_config('berth.user_id', ${userId ?? ''}, true)`.execute(
    tx,
  );
}

/** Opens a transaction to what one person may see. */
async function enterUser(tx: Tx, userId: UserId): Promise<void> {
  await sql`select set_config('berth.user_id', ${userId}, true)`.execute(tx);
}

function transact<T>(kysely: Kysely<DB>, run: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetry(() => kysely.transaction().execute(run));
}

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
      // Full jitter, so that colliding transactions do not collide again.
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
