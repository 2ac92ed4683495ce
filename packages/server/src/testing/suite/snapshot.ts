import { withClient } from '../../db/migrate.ts';
import type { TestServer } from '../server.ts';

const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' order by 1`;

/**
 * A server on which nothing changes but by calls. Jobs would: what a call before queued (a delivery, a charge, a command
 * that expires) they take up while a later test compares.
 */
export const SUITE = { tuning: { jobs: false } } as const;

/** All rows of all tenants' tables, as the owner sees them: equal snapshots mean that nothing changed. */
export async function snapshot(server: TestServer): Promise<ReadonlyMap<string, readonly string[]>> {
  return withClient(server.database.owner, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
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
