import { Client } from 'pg';
import type { TestServer } from '../server.ts';

const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname = 'public' order by 1`;

/**
 * A server that changes data only by calls. Jobs would process what an earlier call queued (a delivery, a charge, an
 * expiring command) while a later test compares.
 */
export const SUITE = { tuning: { jobs: false } } as const;

/** All rows of all tenants' tables, read as the owner: equal snapshots mean that nothing changed. */
export type Snapshot = ReadonlyMap<string, readonly string[]>;

/** Reads all rows repeatedly over one connection. */
export interface Witness {
  /** The current rows. */
  read(): Promise<Snapshot>;
  /** The rows of the last read: the current ones if nothing was to change since. */
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
