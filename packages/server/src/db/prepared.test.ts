import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import type { Tx } from './connection.ts';
import { withClient } from './migrate.ts';
import { StatementNames } from './prepared.ts';
import { asSystem, sqlState } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await asOwner('create table notes (id int primary key, text varchar(20)); grant select on notes to berth_system');
});
afterAll(() => database.drop());

const asOwner = (text: string) => withClient(database.owner, (client) => client.query(text));

async function preparedIn(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
  return rows.map(({ statement }) => statement);
}

it('prepares what runs often, and nothing over given arrays', async () => {
  const prepared = await asSystem(database.db, async (tx) => {
    for (let run = 0; run < 30; run++) {
      await sql`select text from notes where id = ${run}`.execute(tx);
      await sql`select id from notes where id = any (array(select ${run}::int))`.execute(tx);
      await sql`select count(*) from notes join unnest(${[1, 2]}::int[]) as r (id) using (id)`.execute(tx);
    }
    await sql`select id from notes where text = ${'once'}`.execute(tx);
    return preparedIn(tx);
  });
  expect(prepared).toEqual([
    'select text from notes where id = $1',
    'select id from notes where id = any (array(select $1::int))',
  ]);
});

it('keeps few names of long texts, whose plans are large', () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 40 }, (_, index) => `select ${index} ${' '.repeat(1_000)}`);
  for (let run = 0; run < 40; run++) for (const text of texts) names.of(text);
  expect(texts.map((text) => names.of(text)).filter((name) => name !== undefined)).toHaveLength(20);
  for (let run = 0; run < 40; run++) names.of('select 1');
  expect(names.of('select 1')).toBeDefined();
});

it('keeps a bounded number of names, and gives each text one', () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 5_000 }, (_, index) => `select ${index}`);
  for (let run = 0; run < 40; run++) for (const text of texts.slice(0, 1_000)) names.of(text);
  for (const text of texts) names.of(text);
  const given = texts.map((text) => names.of(text)).filter((name) => name !== undefined);
  expect(given).toHaveLength(100);
  expect(new Set(given).size).toBe(100);
});

it('does not use a connection again whose statement a migration made stale', async () => {
  const read = () =>
    asSystem(database.db, (tx) => sql<{ text: string }>`select text from notes where id = ${1}`.execute(tx)).then(
      ({ rows }) => rows,
      sqlState,
    );
  await asOwner(`insert into notes values (1, 'kept')`);
  for (let run = 0; run < 30; run++) await read();
  await asOwner('alter table notes alter column text type text');
  expect(await read()).toBe('0A000');
  expect(await read()).toEqual([{ text: 'kept' }]);
});
