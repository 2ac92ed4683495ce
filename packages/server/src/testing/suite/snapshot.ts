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
    const each = tables.map(
      ({ name }) => `select '${name}' as name, array_agg(t::text order by t::text) as rows from ${name} t`,
    );
    const { rows } = await client.query<{ name: string; rows: string[] | null }>(each.join(' union all '));
    return new Map(rows.map(({ name, rows }) => [name, rows ?? []]));
  });
}
