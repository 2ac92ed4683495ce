import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate, withClient } from './migrate.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const query = (sql: string): Promise<Readonly<Record<string, unknown>>[]> =>
  withClient(database.owner, async (client) => (await client.query(sql)).rows);

/** The files of the indexes, which change when an index is rebuilt. */
const files = () =>
  query("select relname, relfilenode from pg_class where relname in ('machines_page', 'machines_pkey') order by 1");

it('rebuilds name indexes only if the collation version changed', async () => {
  const [before, other] = await files();
  await migrate(database.owner, database.secret);
  expect(await files()).toEqual([before, other]);
  await query("update pg_collation set collversion = '1' where collname = 'natural_order'");
  await migrate(database.owner, database.secret);
  const [after, same] = await files();
  expect(after).not.toEqual(before);
  expect(same).toEqual(other);
  expect(
    await query(
      "select collversion = pg_collation_actual_version(oid) as fits from pg_collation where collname = 'natural_order'",
    ),
  ).toEqual([{ fits: true }]);
});

it('sorts names in every index as lists do', async () => {
  const others = await query(`
    select i.indexrelid::regclass::text as index from pg_index i
      join pg_attribute a on a.attrelid = i.indexrelid and a.attname in ('name', 'ordered_name') and a.attnum <= i.indnkeyatts
      join pg_collation c on c.oid = i.indcollation[a.attnum - 1]
      where i.indrelid in ('machines'::regclass, 'machine_states'::regclass) and c.collname <> 'natural_order'`);
  expect(others).toEqual([]);
});
