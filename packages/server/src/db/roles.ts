import { hkdfSync } from 'node:crypto';
import type { Client } from 'pg';
import { StartError } from '../platform/start-error.ts';
import type { DatabaseAddress } from './connection.ts';
import { sqlState, withRetry } from './transaction.ts';

/** The two roles that requests work as (db/connection.ts). */
export const APP_ROLE = 'berth_app';
export const SYSTEM_ROLE = 'berth_system';

/** A role's password follows from the installation's secret: every node knows it and nobody has to keep it. */
export function rolePassword(secret: Buffer, role: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `database role ${role}`, 32)).toString('base64url');
}

/** The same database as another role. */
export function addressFor(owner: DatabaseAddress, role: string, secret: Buffer): DatabaseAddress {
  return { ...owner, user: role, password: rolePassword(secret, role) };
}

/**
 * Sees that both roles exist with their passwords, and that neither could look past row-level security. Roles belong
 * to the whole server, so a PostgreSQL server has room for one Berth.
 */
export async function ensureRoles(owner: Client, secret: Buffer): Promise<void> {
  for (const role of [APP_ROLE, SYSTEM_ROLE]) {
    const password = owner.escapeLiteral(rolePassword(secret, role));
    const { rows } = await owner.query<{ mighty: boolean }>(
      'select rolsuper or rolbypassrls or rolcreaterole as mighty from pg_roles where rolname = $1',
      [role],
    );
    if (rows[0]?.mighty) {
      throw new StartError(
        `The database role ${role} could look past the borders between tenants.`,
        `As a superuser, run: alter role ${role} nosuperuser nobypassrls nocreaterole;`,
      );
    }
    try {
      // XX000, "tuple concurrently updated": another start on the same database server, in another database.
      await withRetry(
        () => owner.query(`${rows[0] ? 'alter' : 'create'} role ${role} login password ${password}`),
        ['XX000'],
      );
    } catch (error) {
      if (sqlState(error) !== '42501') throw error;
      throw new StartError(
        `The user of DATABASE_URL may not set up the role ${role}.`,
        'Give that user the right: alter role … createrole; or let a superuser start Berth once.',
        { cause: error },
      );
    }
  }
}
