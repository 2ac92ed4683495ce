import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { openSession } from './sessions.ts';
import { type Session, Statements } from './statements.ts';

let database: TestDatabase;
let monitor: Client;
let sessions: readonly [Session, Session, Session];
let statements: Statements;

beforeAll(async () => {
  database = await createTestDatabase();
  monitor = new Client(database.owner);
  await monitor.connect();
  await monitor.query('create table things (id integer primary key)');
  const { owner } = database;
  sessions = [await openSession(owner), await openSession(owner), await openSession(owner)];
});

beforeEach(async () => {
  await monitor.query('truncate things; insert into things values (1), (2)');
  let outside: Promise<unknown> = Promise.resolve();
  const time = {
    now: () => 0,
    outside: <Result>(work: () => Promise<Result>) => {
      const result = outside.then(work);
      outside = result.catch(() => undefined);
      return result;
    },
    send: async () => undefined,
    answer: async () => undefined,
  };
  statements = new Statements(time, monitor);
});

afterAll(async () => {
  await Promise.all([...sessions.map(({ client }) => client.end()), monitor.end()]);
  await database.drop();
});

const run = (session: Session, sql: string) => statements.run(session, sql, []);

it('of several statements that wait for one transaction, the first goes on first', async () => {
  const [holder, first, second] = sessions;
  for (let round = 0; round < 10; round += 1) {
    const order: string[] = [];
    await run(holder, 'begin');
    await run(holder, 'insert into things values (3)');
    const waiting = [first, second].map((session) =>
      run(session, `insert into things values (3) on conflict do nothing returning id`).then(({ rowCount }) =>
        order.push(`${session === first ? 'first' : 'second'} ${rowCount}`),
      ),
    );
    await run(holder, 'rollback');
    await Promise.all(waiting);
    expect(order).toEqual(['first 1', 'second 0']);
    await run(holder, 'delete from things where id = 3');
  }
});

it('a statement that fails within a transaction lets others go on', async () => {
  const [holder, other] = sessions;
  await run(holder, 'begin');
  await run(holder, 'select from things where id = 1 for update');
  const waiting = run(other, 'delete from things where id = 1');
  await expect(run(holder, 'insert into things values (2)')).rejects.toMatchObject({ code: '23505' });
  expect((await waiting).rowCount).toBe(1);
  await run(holder, 'rollback');
});

it('the statement that closes a deadlock fails', async () => {
  const [one, other] = sessions;
  await run(one, 'begin');
  await run(other, 'begin');
  await run(one, 'select from things where id = 1 for update');
  await run(other, 'select from things where id = 2 for update');
  const waiting = run(one, 'select from things where id = 2 for update');
  await expect(run(other, 'select from things where id = 1 for update')).rejects.toMatchObject({ code: '40P01' });
  expect((await waiting).rowCount).toBe(1);
  await run(one, 'rollback');
  await run(other, 'rollback');
});
