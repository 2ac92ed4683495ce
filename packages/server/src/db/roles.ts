import { hkdfSync, timingSafeEqual } from 'node:crypto';
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

/**
 * The secret of an installation, recognized without being kept. The first start to finish its migrations writes the
 * proof; every later one is compared before it changes anything, roles' passwords above all: a node with another secret
 * would lock the healthy ones out. Called under the lock of the migrations, so that of two first starts one wins.
 */
export async function refuseOtherSecret(worker: Client, secret: Buffer): Promise<void> {
  const { rows } = await worker.query<{ proof: Buffer }>('select proof from berth.secret_proof');
  const [kept] = rows;
  if (kept && !timingSafeEqual(kept.proof, proofOf(secret))) throw otherSecret();
}

export async function keepSecretProof(worker: Client, secret: Buffer): Promise<void> {
  await worker.query('insert into berth.secret_proof (id, proof) values (1, $1) on conflict do nothing', [
    proofOf(secret),
  ]);
}

export function otherSecret(cause?: unknown): StartError {
  return new StartError(
    'The secret is not the one that the installation was made with.',
    'Set BERTH_SECRET to that one, the same on every node, or put its file secret back into the data folder.',
    { cause },
  );
}

function proofOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'proof of the installation’s secret', 32));
}
