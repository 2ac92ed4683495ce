import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate, withClient } from './migrate.ts';
import { type AppliedMigration, readMigrations } from './migration-files.ts';

const MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'berth-baseline-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const query = (sql: string, values: unknown[] = []): Promise<Readonly<Record<string, unknown>>[]> =>
  withClient(database.owner, async (client) => (await client.query(sql, values)).rows);

/** Rewrites the migration history as an older Berth left it. */
async function setHistory(history: readonly AppliedMigration[]): Promise<void> {
  await query('delete from berth.migrations');
  await query(
    `insert into berth.migrations (number, name, checksum, applied_at)
      select number, name, checksum, '2026-01-01' from json_to_recordset($1) as r (number integer, name text, checksum text)`,
    [JSON.stringify(history)],
  );
}

/** Every object of the schema with its OID, which changes if the object is created again. */
const objects = () =>
  query(`
    select oid::int as id, xmin::text, relname as name from pg_class where relnamespace::regnamespace::text in ('public', 'identity')
    union all
    select oid::int, xmin::text, proname from pg_proc where pronamespace::regnamespace::text in ('public', 'identity')
    order by 1`);

describe('a database of the migrations before the baseline', () => {
  const [baseline] = readMigrations(MIGRATIONS).flatMap(({ replaces }) => replaces ?? []);
  const { migrations: required = [], optional = [] } = baseline ?? {};
  const newest = '0110-machine-groups';
  const history = () => query('select number, name, checksum from berth.migrations order by number');

  it.each([
    ['all of them are applied', required],
    ['it also has those that they had replaced', [...optional, ...required]],
  ])('is adopted if %s', async (_, former) => {
    expect(required.map(({ name }) => name)).toEqual(expect.arrayContaining(['baseline', 'layers', 'machine-groups']));
    expect(optional.map(({ name }) => name)).toEqual(expect.arrayContaining(['scope', 'machines', 'ids-in-order']));
    await setHistory(former);
    await query("insert into identity.accounts (user_id, email, language) values (gen_random_uuid(), 'a@b.c', 'eng')");
    // Migrations after the baseline would be applied in this database already and must not run twice.
    cpSync(join(MIGRATIONS, '0111-baseline'), join(folder, '0111-baseline'), { recursive: true });
    const before = await objects();
    const applied: string[] = [];
    await migrate(database.owner, database.secret, folder, (each) => applied.push(each));
    expect(await objects()).toEqual(before);
    expect(await query('select email from identity.accounts')).toEqual([{ email: 'a@b.c' }]);
    expect(applied).toEqual([]);
    expect(await history()).toEqual([...former, expect.objectContaining({ number: 111, name: 'baseline' })]);
    // A second start does nothing.
    await migrate(database.owner, database.secret, folder);
    expect(await history()).toHaveLength(former.length + 1);
  });

  it.each([
    ['later ones are missing', '0105-waiting-work', required.filter(({ number }) => number <= 105)],
    ['one in between is missing', newest, required.filter(({ number }) => number !== 103)],
    ['it has only those that they had replaced', '0088-refused-certificates', optional],
    ['it has only some that they had replaced', '0063-machine-presence', optional.filter(({ number }) => number <= 63)],
  ])('is rejected if %s, naming the version to start first', async (_, last, some) => {
    await setHistory(some);
    await expect(migrate(database.owner, database.secret, MIGRATIONS)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(new RegExp(`ends with the change ${last}, this one continues from ${newest}\\.$`)),
      advice: expect.stringMatching(/^Start Berth 0\.1\.0 \(commit [0-9a-f]{7,8}\) on it once/),
    });
    expect(await history()).toEqual(some);
  });

  it.each([
    ['0107-shown-layers', 107],
    ['0022-machines', 22],
  ])('is rejected if %s differs', async (label, number) => {
    const former = [...optional, ...required];
    await setHistory(former.map((each) => (each.number === number ? { ...each, checksum: 'other' } : each)));
    await expect(migrate(database.owner, database.secret, MIGRATIONS)).rejects.toThrow(
      `the change ${label} differs here`,
    );
  });
});

describe('a baseline', () => {
  beforeEach(() => query('delete from berth.migrations'));

  function write(files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  }

  const run = () => migrate(database.owner, database.secret, folder);

  it('runs its files in their order, and migrations after it', async () => {
    write({
      '0100-all/order.txt': '# first what others use\nsteps/tables.sql\nfill.sql\n',
      '0100-all/fill.sql': 'insert into steps values (1)',
      '0100-all/steps/tables.sql': 'create table steps (n int)',
      '0101-more.sql': 'insert into steps values (2)',
    });
    await run();
    expect(await query('select n from steps order by 1')).toEqual([{ n: 1 }, { n: 2 }]);
    write({ '0099-late.sql': 'insert into steps values (3)' });
    await expect(run()).rejects.toThrow('the change 0099-late came late');
  });

  it('rolls back if one of its files fails, and names the file', async () => {
    write({
      '0100-all/order.txt': 'tables.sql\nbreak.sql',
      '0100-all/tables.sql': 'create table steps (n int)',
      '0100-all/break.sql': 'select 1/0',
    });
    await expect(run()).rejects.toThrow('The migration 0100-all/break failed: division by zero');
    expect(await query("select to_regclass('steps') as steps")).toEqual([{ steps: null }]);
  });

  it('is rejected with a file that order.txt does not list', () => {
    write({ '0100-all/order.txt': '', '0100-all/more/tables.sql': '' });
    expect(() => readMigrations(folder)).toThrow('0100-all/order.txt does not list more/tables.sql');
  });

  it('does not run where it is recorded only, but migrations after it do', async () => {
    write({
      '0100-all/order.txt': 'tables.sql',
      '0100-all/replaces.txt': '0.1.0\n0001-make one\n0002-fill two',
      '0100-all/tables.sql': 'create table steps (n int); insert into steps values (1)',
      '0101-more.sql': 'insert into steps values (3)',
    });
    await query('create table steps (n int); insert into steps values (2)');
    await setHistory([
      { number: 1, name: 'make', checksum: 'one' },
      { number: 2, name: 'fill', checksum: 'two' },
    ]);
    await run();
    expect(await query('select n from steps order by 1')).toEqual([{ n: 2 }, { n: 3 }]);
  });
});
