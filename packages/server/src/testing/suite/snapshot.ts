import { withClient } from '../../db/migrate.ts';
import type { TestServer } from '../server.ts';

const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' and tablename <> all ($1) order by 1`;

/** Written by a job that answers to no call: deliveries to webhooks are tried again while a test looks. */
const WRITTEN_BY_JOBS = ['webhook_deliveries'];

/** All rows of all tenants' tables, as the owner sees them: equal snapshots mean that nothing changed. */
export async function snapshot(server: TestServer): Promise<ReadonlyMap<string, readonly string[]>> {
  return withClient(server.database.owner, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES, [WRITTEN_BY_JOBS]);
    const rows = new Map<string, readonly string[]>();
    for (const { name } of tables) {
      const found = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      rows.set(
        name,
        found.rows.map(({ row }) => row),
      );
    }
    return rows;
  });
}
