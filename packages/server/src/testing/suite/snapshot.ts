import { Client } from 'pg';
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
export type Snapshot = ReadonlyMap<string, readonly string[]>;

/** Who looks at all rows again and again, over one connection. */
export interface Witness {
  /** What is there now. */
  read(): Promise<Snapshot>;
  /** What was there at the last look: what is there now where nothing was to change since. */
  last(): Promise<Snapshot>;
  leave(): Promise<void>;
}

export async function openWitness({ database }: TestServer): Promise<Witness> {
  const client = new Client({ ...database.owner });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const each = tables.map(
    ({ name }) => `select '${name}' as name, array_agg(t::text order by t::text) as rows from ${name} t`,
  );
  const text = each.join(' union all ');
  let seen: Snapshot | undefined;
  const read = async (): Promise<Snapshot> => {
    const { rows } = await client.query<{ name: string; rows: string[] | null }>({ name: 'all-rows', text });
    seen = new Map(rows.map(({ name, rows }) => [name, rows ?? []]));
    return seen;
  };
  return { read, last: async () => seen ?? read(), leave: () => client.end() };
}
