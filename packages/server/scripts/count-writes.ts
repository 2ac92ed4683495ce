import { withClient } from '../src/db/migrate.ts';
import { embeddedOwner } from './embedded-owner.ts';

/**
 * What the embedded database of a running server has written since it began, for benchmarks:
 * `node scripts/count-writes.ts DATA` prints rows written by table, and bytes of its log of changes.
 */
const [folder = ''] = process.argv.slice(2);
const counted = await withClient(embeddedOwner(folder), async (client) => {
  const tables = await client.query<{ name: string; rows: string }>(
    `select schemaname || '.' || relname as name, n_tup_ins + n_tup_upd + n_tup_del as rows
      from pg_stat_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`,
  );
  const log = await client.query<{ bytes: string }>("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes");
  return {
    rows: Object.fromEntries(tables.rows.map(({ name, rows }) => [name, Number(rows)])),
    logBytes: Number(log.rows[0]?.bytes),
  };
});
console.log(JSON.stringify(counted));
