import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate, withClient } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));
const ORGANIZATION = "'11111111-1111-4111-8111-111111111111'";
const PERSON = "'22222222-2222-4222-8222-222222222222'";
const PROFILE = "'33333333-3333-4333-8333-333333333333'";
const [FIRST, SECOND] = [`'${'a'.repeat(32)}'`, `'${'b'.repeat(32)}'`];

/** Rows that an installation had after this migration, for later migrations to handle. */
const ROWS: Readonly<Record<string, string>> = {
  '0111': `
    insert into identity.accounts (user_id, email, language) values (${PERSON}, 'ann@example.org', 'eng');
    insert into organizations (organization_id, name, owner_id, owner_email)
      values (${ORGANIZATION}, 'Company', ${PERSON}, 'ann@example.org');
    insert into memberships (organization_id, user_id, email, role)
      values (${ORGANIZATION}, ${PERSON}, 'ann@example.org', 'owner');
    insert into invitations (organization_id, email, role, invited_by)
      values (${ORGANIZATION}, 'bob@example.org', 'viewer', 'ann@example.org');
    insert into profiles (organization_id, profile_id, name, deployment, revision, updated_by)
      values (${ORGANIZATION}, ${PROFILE}, 'Desk', 'vanilla', 1, 'ann@example.org');
    insert into profile_revisions (organization_id, profile_id, revision, name, definition, author_id, author)
      values (${ORGANIZATION}, ${PROFILE}, 1, 'Desk', '{"version": 1}', ${PERSON}, 'ann@example.org');
    insert into product_ids (product_id, hint, deployment, note, created_by, machine_id, bound_at)
      values (${PROFILE}, '', 'smartsignage', '', 'admin', ${SECOND}, now());
    insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by) values
      (${ORGANIZATION}, ${FIRST}, 'Printer 1', 'vanilla', ${PROFILE}, 'ann@example.org'),
      (${ORGANIZATION}, ${SECOND}, 'Lobby 2', 'smartsignage', null, 'ann@example.org');
    insert into machine_states (organization_id, machine_id, last_seen, status, applied_revision) values
      (${ORGANIZATION}, ${FIRST}, '2026-01-02T03:04:05Z', 'reboot-needed', 1), (${ORGANIZATION}, ${SECOND}, null, 'normal', null);
    insert into machine_directory (machine_id, organization_id, public_key)
      values (${FIRST}, ${ORGANIZATION}, '\\x01'), (${SECOND}, ${ORGANIZATION}, '\\x02');
    insert into machine_logs (organization_id, machine_id, entry_id, time, type, message)
      values (${ORGANIZATION}, ${FIRST}, '1', now(), 'info', 'Started');
    insert into commands (organization_id, command_id, machine_id, type, author_id, author, expires_at)
      values (${ORGANIZATION}, gen_random_uuid(), ${FIRST}, 'notify', ${PERSON}, 'ann@example.org', now());
    insert into audit_entries (chain_id, sequence, time, action, actor_kind, actor, previous_hash, hash)
      values (${ORGANIZATION}, 1, now(), 'profiles.change', 'person', 'ann@example.org', '', '\\x01');
    insert into audit_heads (chain_id, sequence, hash) values (${ORGANIZATION}, 1, '\\x01');
    insert into ledger_transactions (organization_id, transaction_id, key, kind, description, author, time)
      values (${ORGANIZATION}, ${PROFILE}, 'gift', 'adjustment', 'A gift', 'system', now());
    insert into ledger_postings (organization_id, transaction_id, account, unit, amount)
      values (${ORGANIZATION}, ${PROFILE}, 'credits', 'credit', 9), (${ORGANIZATION}, ${PROFILE}, 'credits-granted', 'credit', -9);
    insert into billing_purchases (organization_id, purchase_id, credits, net, vat, vat_percent, vat_treatment, currency,
        status, invoice_number, requested_by, created_at)
      values (${ORGANIZATION}, ${PROFILE}, 5, 500, 95, 19, 'domestic', 'EUR', 'awaiting-payment', 'B-1', 'ann@example.org', now());
    insert into billing_invoices (organization_id, number, purchase_id, issued_at, due_at, document)
      values (${ORGANIZATION}, 'B-1', ${PROFILE}, now(), now(), '{}')`,
};

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'berth-upgrade-'));
  await withClient(database.owner, (client) =>
    client.query(
      'drop schema public cascade; drop schema berth cascade; drop schema identity cascade; create schema public',
    ),
  );
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

type Row = Readonly<Record<string, unknown>>;

/** All rows by table. */
function everything(): Promise<Map<string, Row[]>> {
  return withClient(database.owner, async (client) => {
    const tables = await client.query(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema in ('public', 'identity') and table_type = 'BASE TABLE'`);
    const rows = new Map<string, Row[]>();
    for (const { name } of tables.rows) {
      const { rows: found } = await client.query(`select to_jsonb(t) as row from ${name} t`);
      rows.set(
        name,
        found.map(({ row }) => row),
      );
    }
    return rows;
  });
}

/** Applies one more migration and checks that it keeps all rows; then inserts the rows for later ones. */
async function upgrade(file: string): Promise<void> {
  const before = await everything();
  await migrate(database.owner, database.secret, folder);
  const after = await everything();
  for (const [table, rows] of before) {
    for (const row of rows) expect(after.get(table), `${file}: ${table}`).toContainEqual(expect.objectContaining(row));
  }
  const seed = ROWS[file.slice(0, 4)];
  if (seed) await withClient(database.owner, (client) => client.query(seed));
}

it('every migration keeps the existing data', async () => {
  for (const file of readdirSync(MIGRATIONS).sort()) {
    cpSync(join(MIGRATIONS, file), join(folder, file), { recursive: true });
    await upgrade(file);
  }
});

it.each([
  ['loses a row', 'delete from machine_logs'],
  ['changes a value', "update machines set tags = '{new}'"],
  ['drops a column', 'alter table commands drop column batch_id'],
])('finds a migration that %s', async (_, sql) => {
  const files = readdirSync(MIGRATIONS).sort();
  for (const file of files) cpSync(join(MIGRATIONS, file), join(folder, file), { recursive: true });
  await migrate(database.owner, database.secret, folder);
  await withClient(database.owner, (client) => client.query(ROWS['0111'] ?? ''));
  writeFileSync(join(folder, '9999-planted.sql'), sql);
  await expect(upgrade('9999-planted.sql')).rejects.toThrow('9999-planted.sql: ');
});
