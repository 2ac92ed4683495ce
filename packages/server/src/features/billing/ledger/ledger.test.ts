import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@berth/contract/ids';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../../db/migrate.ts';
import { inTenant } from '../../../db/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { creditsOf, reconcile } from './balance.ts';
import { type Booking, type Posting, post, transfer } from './post.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const newOrganization = () => randomUUID() as OrganizationId;

function booking(postings: readonly Posting[], about: Partial<Booking> = {}): Booking {
  const id = randomUUID();
  return { id, key: id, kind: 'adjustment', description: '', author: 'test', at: Date.now(), postings, ...about };
}

function book(organizationId: OrganizationId, ...bookings: Booking[]): Promise<void> {
  return inTenant(database.db, { organizationId }, (tx) => post(tx, organizationId, bookings));
}

const give = (amount: number, about: Partial<Booking> = {}) =>
  booking(transfer('credit', 'credits-granted', 'credits', amount), about);
const spend = (amount: number, about: Partial<Booking> = {}) =>
  booking(transfer('credit', 'credits', 'credits-used', amount), about);

function balance(organizationId: OrganizationId): Promise<number> {
  return inTenant(database.db, { organizationId }, (tx) => creditsOf(tx, organizationId));
}

async function problems(): Promise<string[]> {
  return (await reconcile(database.db)).discrepancies.map(({ problem }) => problem);
}

describe('a balance of one credit', () => {
  it('is spent once by 200 concurrent attempts', async () => {
    const organizationId = newOrganization();
    await book(organizationId, give(3));
    const attempts = await Promise.allSettled(Array.from({ length: 200 }, () => book(organizationId, spend(3))));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(199).fill('insufficient-credits'));
    expect(await balance(organizationId)).toBe(0);
    expect(await problems()).toEqual([]);
  });
});

describe('the ledger', () => {
  it('stays balanced and never negative under concurrent postings', async () => {
    const move = fc.record({ amount: fc.integer({ min: 1, max: 9 }), in: fc.boolean() });
    const property = fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 25 }), async (moves) => {
      const organizationId = newOrganization();
      const results = await Promise.allSettled(
        moves.map((each) => book(organizationId, each.in ? give(each.amount) : spend(each.amount))),
      );
      const expected = moves.reduce(
        (sum, each, at) => sum + (results[at]?.status === 'fulfilled' ? (each.in ? each.amount : -each.amount) : 0),
        0,
      );
      expect(await balance(organizationId)).toBe(expected);
      expect(expected).toBeGreaterThanOrEqual(0);
    });
    await fc.assert(property, { numRuns: 25 });
    expect(await problems()).toEqual([]);
  });

  it('accepts a key once', async () => {
    const organizationId = newOrganization();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => book(organizationId, give(5, { key: 'payment:1' }))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance(organizationId)).toBe(5);
  });

  it('rejects postings that do not add up to zero in each unit, even from the application', async () => {
    const organizationId = newOrganization();
    const lopsided = [
      [{ account: 'credits', unit: 'credit', amount: 5 }],
      [
        { account: 'credits', unit: 'credit', amount: 5 },
        { account: 'bank', unit: 'EUR', amount: -5 },
      ],
      [],
    ] satisfies Posting[][];
    for (const postings of lopsided) {
      await expect(book(organizationId, booking(postings))).rejects.toThrow('do not add up to zero');
    }
    const good = give(5);
    await book(organizationId, good);
    const later = inTenant(database.db, { organizationId }, (tx) =>
      sql`insert into ledger_postings values (${organizationId}, ${good.id}, 'credits-used', 'credit', 7)`.execute(tx),
    );
    await expect(later).rejects.toThrow('do not add up to zero');
    expect(await balance(organizationId)).toBe(5);
  });

  it('keeps no posting of what a booking gives and takes again', async () => {
    const organizationId = newOrganization();
    const through = [
      ...transfer('credit', 'credits-granted', 'credits', 5),
      ...transfer('credit', 'credits', 'credits-used', 5),
      ...transfer('credit', 'credits', 'credits-owed', 0),
    ];
    expect(transfer('credit', 'credits', 'credits-owed', 0)).toEqual([]);
    await book(organizationId, booking(through));
    const { rows } = await inTenant(database.db, { organizationId }, (tx) =>
      sql`select account, amount from ledger_postings order by account`.execute(tx),
    );
    expect(rows).toEqual([
      { account: 'credits-granted', amount: -5 },
      { account: 'credits-used', amount: 5 },
    ]);
  });

  it('says that credits are missing only if they are', async () => {
    const organizationId = newOrganization();
    await expect(book(organizationId, spend(1))).rejects.toThrow('Not enough credits.');
    const nowhere = [
      { account: 'credits', unit: 'credit', amount: 1 },
      { account: 'nowhere' as Posting['account'], unit: 'credit', amount: -1 },
    ] as const;
    await expect(book(organizationId, booking(nowhere))).rejects.not.toMatchObject({ code: 'insufficient-credits' });
  });

  it('cannot be changed', async () => {
    const organizationId = newOrganization();
    await book(organizationId, give(5));
    const tables = ['ledger_transactions', 'ledger_postings', 'ledger_balances'];
    for (const table of tables) {
      const change = inTenant(database.db, { organizationId }, (tx) => sql.raw(`delete from ${table}`).execute(tx));
      await expect(change).rejects.toThrow('permission denied');
    }
    const asOwner = (statement: string) => withClient(database.owner, (client) => client.query(statement));
    await expect(asOwner('update ledger_postings set amount = 1')).rejects.toThrow('only ever added to');
    await expect(asOwner('delete from ledger_transactions')).rejects.toThrow('only ever added to');
  });
});

describe('reconciling', () => {
  it.each([
    [
      'a changed posting',
      "update ledger_postings set amount = amount + 1 where account = 'credits'",
      ['a balance is not the sum of its postings', 'a transaction does not add up to zero'],
    ],
    [
      'a lost posting',
      'delete from ledger_postings',
      ['a balance is not the sum of its postings', 'a transaction moves nothing'],
    ],
    [
      'a changed balance',
      "update ledger_balances set balance = 1000 where account = 'credits'",
      ['a balance is not the sum of its postings'],
    ],
  ])('finds %s', async (_, tampering, expected) => {
    const own = await createTestDatabase();
    const organizationId = newOrganization();
    await inTenant(own.db, { organizationId }, (tx) => post(tx, organizationId, [give(5)]));
    await withClient(own.owner, (client) =>
      client.query(`alter table ledger_postings disable trigger all; ${tampering}`),
    );
    const found = (await reconcile(own.db)).discrepancies.map(({ problem }) => problem);
    expect([...new Set(found)].sort()).toEqual(expected);
    await own.drop();
  });
});
