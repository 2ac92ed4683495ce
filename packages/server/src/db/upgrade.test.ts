import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate, withClient } from './migrate.ts';

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));
const ORGANIZATION = "'11111111-1111-4111-8111-111111111111'";
const PERSON = "'22222222-2222-4222-8222-222222222222'";
const PROFILE = "'33333333-3333-4333-8333-333333333333'";
const [PIER, QUAY] = [`'${'a'.repeat(32)}'`, `'${'b'.repeat(32)}'`];

/** What an installation of a version held that ended with this migration: what later ones meet. */
const ROWS: Readonly<Record<string, string>> = {
  '0010': `insert into identity.accounts (user_id, email, language) values (${PERSON}, 'ann@example.org', 'eng')`,
  '0020': `
    insert into organizations (organization_id, name, owner_id, owner_email)
      values (${ORGANIZATION}, 'Harbor', ${PERSON}, 'ann@example.org');
    insert into memberships (organization_id, user_id, email, role)
      values (${ORGANIZATION}, ${PERSON}, 'ann@example.org', 'owner')`,
  '0021': `
    insert into profiles (organization_id, profile_id, name, deployment, revision, updated_by)
      values (${ORGANIZATION}, ${PROFILE}, 'Desk', 'vanilla', 1, 'ann@example.org');
    insert into profile_revisions (organization_id, profile_id, revision, name, definition, author_id, author)
      values (${ORGANIZATION}, ${PROFILE}, 1, 'Desk', '{"version": 1}', ${PERSON}, 'ann@example.org')`,
  '0022': `
    insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by) values
      (${ORGANIZATION}, ${PIER}, 'Pier 1', 'vanilla', ${PROFILE}, 'ann@example.org'),
      (${ORGANIZATION}, ${QUAY}, 'Quay 2', 'vanilla', null, 'ann@example.org');
    insert into machine_states (organization_id, machine_id, last_seen, status, applied_revision) values
      (${ORGANIZATION}, ${PIER}, '2026-01-02T03:04:05Z', 'reboot-needed', 1), (${ORGANIZATION}, ${QUAY}, null, 'normal', null);
    insert into machine_directory values (${PIER}, ${ORGANIZATION}, '\\x01'), (${QUAY}, ${ORGANIZATION}, '\\x02')`,
  '0023': `
    insert into commands (organization_id, command_id, machine_id, type, author_id, author, expires_at)
      values (${ORGANIZATION}, gen_random_uuid(), ${PIER}, 'notify', ${PERSON}, 'ann@example.org', now())`,
  '0050': `
    insert into audit_entries (chain_id, sequence, time, action, actor_kind, actor, previous_hash, hash)
      values (${ORGANIZATION}, 1, now(), 'profiles.change', 'person', 'ann@example.org', '', '\\x01');
    insert into audit_heads values (${ORGANIZATION}, 1, '\\x01')`,
  '0055': `
    insert into ledger_transactions (organization_id, transaction_id, key, kind, description, author, time)
      values (${ORGANIZATION}, ${PROFILE}, 'gift', 'adjustment', 'A gift', 'system', now());
    insert into ledger_postings values (${ORGANIZATION}, ${PROFILE}, 'credits', 'credit', 9),
      (${ORGANIZATION}, ${PROFILE}, 'credits-granted', 'credit', -9)`,
  '0056': `
    insert into billing_purchases values (${ORGANIZATION}, ${PROFILE}, 5, 500, 95, 19, 'domestic', 'EUR',
      'awaiting-payment', null, null, 'B-1', 'ann@example.org', now(), null);
    insert into billing_invoices values (${ORGANIZATION}, 'B-1', ${PROFILE}, now(), now(), null, '{}')`,
  '0063': `update machine_states set online = true where machine_id = ${PIER}`,
  // As any member could make one before there were product IDs.
  '0079': `update machines set deployment = 'smartsignage' where machine_id = ${QUAY}`,
};

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'berth-upgrade-'));
  await withClient(database.owner, (client) =>
    client.query(
      'drop schema public cascade; drop schema berth cascade; drop schema identity cascade; create schema public',
    ),
  );
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

type Row = Readonly<Record<string, unknown>>;

const query = (sql: string): Promise<Row[]> =>
  withClient(database.owner, async (client) => (await client.query(sql)).rows);

/** All rows, by table. */
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

it('every migration keeps what is in the tables that it finds, and fills what it adds', async () => {
  for (const file of readdirSync(MIGRATIONS).sort()) {
    const before = await everything();
    copyFileSync(join(MIGRATIONS, file), join(folder, file));
    await migrate(database.owner, database.secret, folder);
    const after = await everything();
    for (const [table, rows] of before) {
      for (const row of rows)
        expect(after.get(table), `${file}: ${table}`).toContainEqual(expect.objectContaining(row));
    }
    const seed = ROWS[file.slice(0, 4)];
    if (seed) await withClient(database.owner, (client) => client.query(seed));
  }
  // Whatever a list orders machines by is there for those that were registered long before.
  expect(await query('select name, standing, gone_at::text as gone from machine_states order by name')).toEqual([
    { name: 'Pier 1', standing: 2, gone: 'infinity' },
    { name: 'Quay 2', standing: 3, gone: expect.stringContaining(String(new Date().getFullYear())) },
  ]);
  expect(await query('select kind from billing_invoices')).toEqual([{ kind: 'invoice' }]);
  const licenses = await query('select deployment, machine_id as machine, code_hash as code from product_ids');
  expect(licenses).toEqual([{ deployment: 'smartsignage', machine: 'b'.repeat(32), code: null }]);
});
