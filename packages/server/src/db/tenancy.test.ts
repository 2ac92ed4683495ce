import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { withClient } from './migrate.ts';
import { APP_ROLE, addressFor, SYSTEM_ROLE } from './roles.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Queries the catalog as the owner of all tables. */
async function names(query: string): Promise<string[]> {
  return withClient(database.owner, async (client) => {
    const { rows } = await client.query<{ name: string }>(query);
    return rows.map(({ name }) => name);
  });
}

const TENANT_TABLES = `
  select c.oid, c.oid::regclass::text as name, c.relrowsecurity
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`;

describe("every tenant's table", () => {
  it('exists', async () => {
    expect(await names(TENANT_TABLES)).toEqual(expect.arrayContaining(['organizations', 'profiles', 'machines']));
  });

  it('is under row-level security', async () => {
    expect(await names(`select name from (${TENANT_TABLES}) t where not relrowsecurity`)).toEqual([]);
  });

  it('names the tenant in its primary key and in every reference to another', async () => {
    // Rows that are looked up before the tenant is known have a separate key.
    const lookups = ['machine_directory'];
    const keys = `
      select t.name || ': ' || k.conname as name from (${TENANT_TABLES}) t join pg_constraint k on k.conrelid = t.oid
      where k.contype in ('p', 'f') and not exists (
        select 1 from pg_attribute a where a.attrelid = t.oid and a.attnum = any (k.conkey) and a.attname = 'organization_id'
      )`;
    expect((await names(keys)).filter((name) => !lookups.some((table) => name.startsWith(`${table}:`)))).toEqual([]);
  });

  it('returns no rows to a request without a scope, in either role', async () => {
    const tables = await names(TENANT_TABLES);
    for (const role of [APP_ROLE, SYSTEM_ROLE]) {
      await withClient(addressFor(database.owner, role, database.secret), async (client) => {
        for (const table of tables) {
          const { rows } = await client.query<{ may: boolean }>('select has_table_privilege($1, $2) as may', [
            table,
            'select',
          ]);
          if (role === SYSTEM_ROLE || !rows[0]?.may) continue;
          expect((await client.query(`select count(*)::int as rows from ${table}`)).rows).toEqual([{ rows: 0 }]);
        }
      });
    }
  });
});

describe('the roles of requests', () => {
  it.each([APP_ROLE, SYSTEM_ROLE])('%s owns nothing and cannot bypass row-level security', async (role) => {
    const mighty = `select rolname as name from pg_roles where rolname = '${role}' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`;
    expect(await names(mighty)).toEqual([]);
    expect(await names(`select relname as name from pg_class where relowner = '${role}'::regrole`)).toEqual([]);
    const groups = `select roleid::regrole::text as name from pg_auth_members where member = '${role}'::regrole`;
    expect(await names(groups)).toEqual([]);
  });

  it.each([APP_ROLE, SYSTEM_ROLE])('%s cannot create or change tables, or become another role', async (role) => {
    await withClient(addressFor(database.owner, role, database.secret), async (client) => {
      await expect(client.query('create table public.mine (a int)')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('alter table organizations disable row level security')).rejects.toMatchObject({
        code: '42501',
      });
      await expect(client.query('set role berth_owner')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('select * from berth.migrations')).rejects.toMatchObject({ code: '42501' });
    });
  });
});
