import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { StartError } from '../platform/start-error.ts';
import { type DatabaseAddress, SEARCH_PATH } from './connection.ts';
import { type AppliedMigration, type Migration, migrationLabel, readMigrations } from './migration-files.ts';
import { type MigrationPlan, planMigrations } from './migration-plan.ts';
import { ensureRoles, keepSecretProof, refuseOtherSecret } from './roles.ts';
import { withRetry } from './transaction.ts';

/** The migrations, installed with the program. */
const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

const BOOKKEEPING = `
  create schema if not exists berth;
  create table if not exists berth.migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
  );
  create table if not exists berth.migration_lock (id integer primary key);
  create table if not exists berth.secret_proof (id integer primary key, proof bytea not null);
  insert into berth.migration_lock values (1) on conflict do nothing;`;

/**
 * Migrates the database's schema, one transaction per migration. Nodes that start at the same time wait for each other
 * at the lock row; the second finds nothing to do. Returns the newest migration.
 */
export async function migrate(
  owner: DatabaseAddress,
  secret: Buffer,
  folder = MIGRATIONS,
  onApplied: (migration: string) => void = () => undefined,
): Promise<string> {
  const files = readMigrations(folder);
  await withClient(owner, async (holder) => {
    await withRetry(() => holder.query(BOOKKEEPING), ['23505', '42P07', '42P06']);
    await holder.query('begin; select 1 from berth.migration_lock where id = 1 for update');
    await withClient(owner, async (worker) => {
      await refuseStrayTables(worker);
      await refuseOtherSecret(worker, secret);
      await ensureRoles(worker, secret);
      const { rows } = await worker.query<AppliedMigration>('select number, name, checksum from berth.migrations');
      const { adopted, pending } = runnable(planMigrations(files, rows), files);
      for (const baseline of adopted) await record(worker, baseline);
      for (const migration of pending) {
        await apply(worker, migration);
        onApplied(migrationLabel(migration));
      }
      await keepNaturalOrder(worker);
      await keepSecretProof(worker, secret);
    });
    await holder.query('commit');
  });
  const newest = files.at(-1);
  return newest ? migrationLabel(newest) : '';
}

/** Before search_path was explicit, a first start as the role `berth` created tables in this schema and then failed. */
async function refuseStrayTables(worker: Client): Promise<void> {
  const { rows } = await worker.query(
    "select 1 from pg_tables where schemaname = 'berth' and tablename = 'organizations'",
  );
  if (rows.length === 0) return;
  throw new StartError(
    'The schema berth contains tables of an unfinished first start of an older Berth.',
    'They contain no data. Remove them and start again: drop schema berth cascade; drop schema identity cascade;',
  );
}

/** The migrations to run. Other plans are rejected with advice for the operator. */
function runnable(plan: MigrationPlan, files: readonly Migration[]): MigrationPlan & { readonly kind: 'run' } {
  if (plan.kind === 'run') return plan;
  if (plan.kind === 'newer') {
    throw new StartError(
      `The database was written by a newer Berth: it knows the change ${migrationLabel(plan.applied)}, this one only those up to ${files.at(-1)?.number ?? 0}.`,
      'Start that newer version, or choose another data folder with BERTH_DATA (or another database with DATABASE_URL).',
    );
  }
  if (plan.kind === 'unfinished') {
    const { version, migrations } = plan.replaced;
    const last = migrations.at(-1);
    throw new StartError(
      `The database was written by an older Berth: it ends with the change ${migrationLabel(plan.applied)}, this one continues from ${last ? migrationLabel(last) : 'none'}.`,
      `Start Berth ${version} on it once, which makes the changes between, then this one. Nothing was changed.`,
    );
  }
  const what =
    plan.kind === 'changed'
      ? `${migrationLabel(plan.applied)} differs here`
      : `${migrationLabel(plan.pending)} came late`;
  throw new StartError(
    `The database's history and this Berth's do not fit: the change ${what}.`,
    'It was written by a version that was never released. Start that version, or begin with an empty data folder (BERTH_DATA).',
  );
}

async function apply(worker: Client, migration: Migration): Promise<void> {
  let label = migrationLabel(migration);
  await worker.query('begin');
  try {
    for (const part of migration.parts) {
      label = part.label;
      await worker.query(part.sql);
    }
    await record(worker, migration);
    await worker.query('commit');
  } catch (cause) {
    await worker.query('rollback');
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The migration ${label} failed: ${reason}`, { cause });
  }
}

async function record(worker: Client, { number, name, checksum }: Migration): Promise<void> {
  await worker.query('insert into berth.migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
}

/** Runs with a separate connection. */
export async function withClient<T>(address: DatabaseAddress, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    ...address,
    options: SEARCH_PATH,
    application_name: 'berth maintenance',
    connectionTimeoutMillis: 10_000,
  });
  // Otherwise an idle connection that breaks would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/**
 * Rebuilds the indexes of names if the version of their collation (natural_order) changed. A newer ICU, as after a
 * system upgrade, may sort some letters differently, and lookups in the old index would miss rows.
 */
async function keepNaturalOrder(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ index: string }>(`
    select i.indexrelid::regclass::text as index from pg_collation c join pg_index i on c.oid = any (i.indcollation)
      where c.collname = 'natural_order' and c.collversion is distinct from pg_collation_actual_version(c.oid)`);
  if (rows.length === 0) return;
  await owner.query('begin');
  try {
    for (const { index } of rows) await owner.query(`reindex index ${index}`);
    await owner.query('alter collation natural_order refresh version');
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
