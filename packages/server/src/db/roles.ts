import { hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Client } from 'pg';
import { StartError } from '../platform/start-error.ts';
import type { DatabaseAddress } from './connection.ts';
import { OWNER } from './embedded/cluster.ts';
import { sqlState, withRetry } from './transaction.ts';

/** The two roles of requests (db/connection.ts). */
export const APP_ROLE = 'berth_app';
export const SYSTEM_ROLE = 'berth_system';

/** Derives a role's password from the installation's secret, so every node knows it and it is stored nowhere. */
export function rolePassword(secret: Buffer, role: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `database role ${role}`, 32)).toString('base64url');
}

/** The same database with another role. */
export function addressFor(owner: DatabaseAddress, role: string, secret: Buffer): DatabaseAddress {
  return { ...owner, user: role, password: rolePassword(secret, role) };
}

/** The same database with each of the two roles. */
export function roleAddresses(
  owner: DatabaseAddress,
  secret: Buffer,
): { app: DatabaseAddress; system: DatabaseAddress } {
  return { app: addressFor(owner, APP_ROLE, secret), system: addressFor(owner, SYSTEM_ROLE, secret) };
}

/** The embedded database as its owner. */
export function embeddedAddress(
  { host, port }: { readonly host: string; readonly port: number },
  secret: Buffer,
): DatabaseAddress {
  return { host, port, user: OWNER, password: rolePassword(secret, OWNER), database: 'postgres' };
}

/**
 * Creates both roles with their passwords and checks that neither bypasses row-level security. Roles belong to the
 * whole PostgreSQL server, so it can host only one Berth.
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
        `The database role ${role} can bypass row-level security between tenants.`,
        `As a superuser, run: alter role ${role} nosuperuser nobypassrls nocreaterole;`,
      );
    }
    try {
      // XX000, "tuple concurrently updated": another start on the same PostgreSQL server, in another database.
      await withRetry(
        () => owner.query(`${rows[0] ? 'alter' : 'create'} role ${role} login password ${password}`),
        ['XX000'],
      );
    } catch (error) {
      if (sqlState(error) !== '42501') throw error;
      throw new StartError(
        `The user of DATABASE_URL may not create or change the role ${role}.`,
        'Give that user the right: alter role … createrole; or let a superuser start Berth once.',
        { cause: error },
      );
    }
  }
}

/**
 * Checks the installation's secret against its proof, which the first start stores after its migrations. Every later
 * start checks before it changes anything: a node with another secret would change the roles' passwords and lock out
 * the healthy nodes. Called under the migration lock, so that one of two concurrent first starts wins.
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
