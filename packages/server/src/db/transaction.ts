import { setTimeout as pause } from 'node:timers/promises';
import type { OrganizationId, UserId } from '@berth/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { Database, Tx } from './connection.ts';
import { currentFrame, type Frame, type LocalSettings, setLocally, withFrame } from './framed-dialect.ts';
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
  return transact(db.app, tenantSettings(scope.organizationId, scope.userId), run);
}

/** Runs in one transaction that sees the rows of all organizations of one person. */
export function asUser<T>(db: Database, scope: { readonly userId: UserId }, run: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db.app, { 'berth.user_id': scope.userId }, run);
}

/** Runs as the role berth_system: for login and the gateway, before the tenant is known. */
export function asSystem<T>(db: Database, run: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(db.system, {}, run);
}

/** Limits a transaction to one organization until it ends. */
export async function enterTenant(tx: Tx, organizationId: OrganizationId, userId: UserId | undefined): Promise<void> {
  await sql.raw(setLocally(tenantSettings(organizationId, userId))).execute(tx);
}

function tenantSettings(organizationId: OrganizationId, userId: UserId | undefined): LocalSettings {
  return { 'berth.organization_id': organizationId, 'berth.user_id': userId ?? '' };
}

const transactions = new WeakMap<Tx, Frame>();

function transact<T>(kysely: Kysely<DB>, settings: LocalSettings, run: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetry(() => {
    const frame: Frame = { settings, last: [] };
    return withFrame(frame, () =>
      kysely.transaction().execute((tx) => {
        transactions.set(tx, frame);
        return run(tx);
      }),
    );
  });
}

/**
 * Runs a statement right before the commit, in the same round trip, for locks that others wait for. Its result is not
 * read; if it fails, the transaction fails.
 */
export async function atCommit(tx: Tx, statement: string): Promise<void> {
  const frame = transactions.get(tx);
  // Not if this transaction was begun elsewhere, or this code runs in an inner one.
  if (frame && frame === currentFrame()) frame.last.push(statement);
  else await sql.raw(statement).execute(tx);
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
