import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate, withClient } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'berth-migrations-'));
  await withClient(database.owner, (client) => client.query('drop schema berth cascade'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

function write(file: string, sql: string): void {
  writeFileSync(join(folder, file), sql);
}

const run = () => migrate(database.owner, database.secret, folder);

async function query(sql: string): Promise<unknown[]> {
  return withClient(database.owner, async (client) => (await client.query(sql)).rows);
}

describe('the migrations', () => {
  it('run in order and once; new ones run at the next start', async () => {
    write('0002-fill.sql', 'insert into steps values (2)');
    write('0001-make.sql', 'create table steps (n int); insert into steps values (1)');
    await run();
    await run();
    write('0003-more.sql', 'insert into steps values (3)');
    await run();
    expect(await query('select n from steps order by 1')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await query('select number, name from berth.migrations order by 1')).toEqual([
      { number: 1, name: 'make' },
      { number: 2, name: 'fill' },
      { number: 3, name: 'more' },
    ]);
  });

  it('run once if several servers start at the same time', async () => {
    write('0001-make.sql', 'create table steps (n int)');
    write('0002-fill.sql', 'insert into steps values (1); select pg_sleep(0.2)');
    await Promise.all([run(), run(), run(), run()]);
    expect(await query('select n from steps')).toEqual([{ n: 1 }]);
  });

  it('roll back a failed file and keep all files before it', async () => {
    write('0001-make.sql', 'create table steps (n int)');
    write('0002-break.sql', 'insert into steps values (1); select 1/0');
    await expect(run()).rejects.toThrow('The migration 0002-break failed: division by zero');
    expect(await query('select n from steps')).toEqual([]);
    write('0002-break.sql', 'insert into steps values (2)');
    await run();
    expect(await query('select n from steps')).toEqual([{ n: 2 }]);
  });

  it.each([
    [
      'a file that ran was changed',
      () => write('0001-make.sql', 'create table other ()'),
      /the change 0001-make differs here/,
    ],
    [
      'a file comes after one with a higher number',
      () => write('0002-late.sql', 'select 1'),
      /the change 0002-late came late/,
    ],
    ['an applied file is missing', () => rmSync(join(folder, '0001-make.sql')), /the change 0001-make differs here/],
    [
      'the database is ahead',
      () => rmSync(join(folder, '0003-last.sql')),
      /newer Berth: it knows the change 0003-last/,
    ],
  ])('do not run where %s', async (_, change, message) => {
    write('0001-make.sql', 'create table steps (n int)');
    write('0003-last.sql', 'insert into steps values (3)');
    await run();
    change();
    await expect(run()).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(message) });
    expect(await query('select n from steps')).toEqual([{ n: 3 }]);
  });

  it('do not run where an older Berth left tables of an unfinished start in the schema berth', async () => {
    await query('create schema berth; create table berth.organizations ()');
    await expect(run()).rejects.toMatchObject({
      name: 'StartError',
      advice: expect.stringContaining('drop schema berth cascade'),
    });
  });

  it('are rejected with an invalid name or a duplicate number', () => {
    write('0001-make.sql', '');
    write('1-short.sql', '');
    expect(() => readMigrations(folder)).toThrow('1-short.sql is no migration');
    rmSync(join(folder, '1-short.sql'));
    write('0001-again.sql', '');
    expect(() => readMigrations(folder)).toThrow('Two migrations have the number 1');
  });
});
