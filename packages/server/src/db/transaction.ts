import { setTimeout as pause } from 'node:timers/promises';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database, Tx } from './connection.ts';
import type { DB } from './schema.ts';

/**
 * Runs in one transaction that sees only one organization's rows (row-level security). `run` may run again after a
 * conflict, so it changes nothing but the database.
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

/** Runs in one transaction that sees the rows of all organizations of one person. */
export function asUser<T>(db: Database, scope: { readonly userId: UserId }, run: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db.app, async (tx) => {
    await enterUser(tx, scope.userId);
    return run(tx);
  });
}

/** Runs as the role berth_system: for login and the gateway, before the tenant is known. */
export function asSystem<T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db.system, run);
}

/** Limits a transaction to one organization until it ends. */
export async function enterTenant(tx: Tx, organizationId: OrganizationId, userId: UserId | undefined): Promise<void> {
  await sql`select set_config('berth.organization_id', ${organizationId}, true), set_config('berth.user_id', ${userId ?? ''}, true)`.execute(
    tx,
  );
}

/** Limits a transaction to the organizations of one person. */
async function enterUser(tx: Tx, userId: UserId): Promise<void> {
  await sql`select set_config('berth.user_id', ${userId}, true)`.execute(tx);
}

function transact<T>(kysely: Kysely<DB>, run: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetry(() => kysely.transaction().execute(run));
}

const ATTEMPTS = 5;
// Serialization failure and deadlock: a retry can succeed.
const COLLISIONS = ['40001', '40P01'];

/** The SQLSTATE of a database error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** The violated constraint of a database error, such as "organizations_name_key". */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}

/** Runs a whole transaction again while it conflicts with another (SQLSTATE 40001, 40P01). */
export async function withRetry<T>(run: () => Promise<T>, states: readonly string[] = COLLISIONS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= ATTEMPTS || !states.includes(sqlState(error) ?? '')) throw error;
      // Full jitter, so that conflicting transactions do not collide again.
      await pause(Math.random() * 10 * 2 ** attempt);
    }
  }
}
