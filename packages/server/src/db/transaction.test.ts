import type { OrganizationId, UserId } from '@berth/contract/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import type { Tx } from './connection.ts';
import { withFrame } from './framed-dialect.ts';
import { withClient } from './migrate.ts';
import { asSystem, asUser, atCommit, inTenant } from './transaction.ts';

const organizationId = '11111111-1111-4111-8111-111111111111' as OrganizationId;
const userId = '22222222-2222-4222-8222-222222222222' as UserId;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await withClient(database.owner, (client) =>
    client.query(`
      create table counters (id int primary key, n bigint not null, at timestamptz);
      insert into counters values (1, 0, '2026-01-31T12:00:00.5+02');
      create table other_counters as select * from counters;
      grant select, update on counters, other_counters to berth_app, berth_system;
      -- As distributed engines run every transaction: the second of two that read and write the same row must retry.
      alter database ${database.owner.database} set default_transaction_isolation = 'serializable'`),
  );
});
afterAll(() => database.drop());

async function scopeIn(tx: Tx): Promise<unknown> {
  const { rows } =
    await sql`select berth_organization_id() as organization, berth_user_id() as person, current_user as role`.execute(
      tx,
    );
  return rows[0];
}

describe('a transaction', () => {
  it('sees its scope only, and so does the next one on the same connection', async () => {
    const { db } = database;
    expect(await inTenant(db, { organizationId, userId }, scopeIn)).toEqual({
      organization: organizationId,
      person: userId,
      role: 'berth_app',
    });
    expect(await inTenant(db, { organizationId }, scopeIn)).toEqual({
      organization: organizationId,
      person: null,
      role: 'berth_app',
    });
    expect(await asUser(db, { userId }, scopeIn)).toEqual({ organization: null, person: userId, role: 'berth_app' });
    expect(await asSystem(db, scopeIn)).toEqual({ organization: null, person: null, role: 'berth_system' });
    expect(await db.app.transaction().execute(scopeIn)).toEqual({
      organization: null,
      person: null,
      role: 'berth_app',
    });
  });

  it('is rolled back if it fails', async () => {
    const broken = inTenant(database.db, { organizationId }, async (tx) => {
      await sql`update counters set n = 100 where id = 1`.execute(tx);
      throw new Error('never mind');
    });
    await expect(broken).rejects.toThrow('never mind');
    expect((await sql`select n from counters`.execute(database.db.app)).rows).toEqual([{ n: 0 }]);
  });

  it('is retried after a serialization failure (40001), so that no update is lost', async () => {
    const addOne = async (tx: Tx, meanwhile?: () => Promise<void>) => {
      const { rows } = await sql<{ n: number }>`select n from counters where id = 1`.execute(tx);
      await meanwhile?.();
      await sql`update counters set n = ${(rows[0]?.n ?? 0) + 1} where id = 1`.execute(tx);
    };
    let attempts = 0;
    await inTenant(database.db, { organizationId }, async (tx) => {
      attempts += 1;
      const first = attempts === 1;
      await addOne(tx, async () => {
        if (first) await inTenant(database.db, { organizationId }, (other) => addOne(other));
      });
    });
    expect((await sql`select n from counters`.execute(database.db.app)).rows).toEqual([{ n: 2 }]);
    expect(attempts).toBe(2);
  });

  it('fails alone if its connection ends between two statements; the next one gets a new connection', async () => {
    const backends = (pid: number) =>
      withClient(database.owner, async (client) => {
        const { rows } = await client.query('select 1 from pg_stat_activity where pid = $1', [pid]);
        return rows.length;
      });
    const cut = inTenant(database.db, { organizationId }, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      const pid = rows[0]?.pid ?? 0;
      await withClient(database.owner, (client) => client.query('select pg_terminate_backend($1)', [pid]));
      await expect.poll(() => backends(pid)).toBe(0);
      await sql`select 1`.execute(tx);
    });
    await expect(cut).rejects.toThrow();
    expect((await sql`select n from counters`.execute(database.db.app)).rows).toHaveLength(1);
  });

  it('runs its last statements with the commit, in order, and fails with them', async () => {
    const n = async (table = 'counters') =>
      (await sql<{ n: number }>`select n from ${sql.table(table)}`.execute(database.db.app)).rows[0]?.n;
    await inTenant(database.db, { organizationId }, async (tx) => {
      await atCommit(tx, 'update counters set n = 3');
      await inTenant(database.db, { organizationId }, (inner) =>
        atCommit(inner, "update other_counters set n = length('it''s')"),
      );
      expect([await n(), await n('other_counters')]).not.toContain(3);
      expect(await n('other_counters')).toBe(4);
      await atCommit(tx, 'update counters set n = n * 10');
    });
    expect(await n()).toBe(30);

    const failing = inTenant(database.db, { organizationId }, async (tx) => {
      await sql`update counters set n = 0`.execute(tx);
      await atCommit(tx, 'select 1 / 0');
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await n()).toBe(30);
    expect(await asUser(database.db, { userId }, scopeIn)).toMatchObject({ organization: null, person: userId });
  });

  it('changes nothing if it did not begin', async () => {
    const n = async () => (await sql<{ n: number }>`select n from counters`.execute(database.db.app)).rows[0]?.n;
    const before = await n();
    const broken = withFrame({ settings: { unknown: 'x' }, last: [] }, () =>
      database.db.app.transaction().execute((tx) => sql`update counters set n = -1`.execute(tx)),
    );
    await expect(broken).rejects.toThrow();
    expect(await n()).toBe(before);
  });

  it('counts as a connection in use until it ends', async () => {
    const busy = () => database.db.pools().find(({ role }) => role === 'app')?.busy;
    const before = busy() ?? 0;
    await inTenant(database.db, { organizationId }, async () => expect(busy()).toBe(before + 1));
    expect(busy()).toBe(before);
  });

  it('returns timestamps as ISO text and large counts as numbers', async () => {
    const { rows } =
      await sql`select at, 9007199254740991::bigint as big, null::timestamptz as none from counters`.execute(
        database.db.app,
      );
    expect(rows).toEqual([{ at: '2026-01-31T10:00:00.5Z', big: 9_007_199_254_740_991, none: null }]);
    await expect(sql`select 9007199254740993::bigint as big`.execute(database.db.app)).rejects.toThrow('does not fit');
  });
});
