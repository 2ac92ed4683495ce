import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { LedgerPostings } from '../../../db/schema.ts';
import { violatedConstraint } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/api-error.ts';

export type LedgerAccount = LedgerPostings['account'];

/** A ledger transaction. The database checks at commit that the postings of each unit add up to zero. */
export interface Booking {
  readonly id: string;
  /** Identifies the event; unique in an organization's ledger. */
  readonly key: string;
  readonly kind: 'invoice' | 'payment' | 'charge' | 'adjustment' | 'reversal';
  readonly description: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly postings: readonly Posting[];
}

export interface Posting {
  readonly account: LedgerAccount;
  /** 'credit', or a currency (in its smallest unit). */
  readonly unit: string;
  readonly amount: number;
}

/** A pair of postings that moves an amount between two accounts; none for an amount of 0. */
export function transfer(unit: string, from: LedgerAccount, to: LedgerAccount, amount: number): Posting[] {
  if (amount === 0) return [];
  return [
    { account: from, unit, amount: -amount },
    { account: to, unit, amount },
  ];
}

/**
 * Writes bookings in the caller's transaction. Throws 'insufficient-credits' if credits would fall below zero, also
 * under concurrent spending. A key that exists fails the transaction.
 */
export async function post(tx: Tx, organizationId: OrganizationId, bookings: readonly Booking[]): Promise<void> {
  if (bookings.length === 0) return;
  const heads = bookings.map(({ postings: _, at, ...head }) => ({ ...head, time: new Date(at).toISOString() }));
  const postings = bookings.flatMap(({ id, postings }) => summed(postings).map((posting) => ({ id, ...posting })));
  await sql`
    insert into ledger_transactions (organization_id, transaction_id, key, kind, description, author, time)
    select ${organizationId}::uuid, id, key, kind, description, author, time
    from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
      as r (id uuid, key text, kind text, description text, author text, time timestamptz)`.execute(tx);
  try {
    await sql`
      insert into ledger_postings (organization_id, transaction_id, account, unit, amount)
      select ${organizationId}::uuid, id, account, unit, amount
      from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb)
        as r (id uuid, account text, unit text, amount bigint)`.execute(tx);
  } catch (error) {
    throw violatedConstraint(error) === 'ledger_balances_credits' ? insufficientCredits() : error;
  }
}

/** Merges postings per account and unit, and drops those of 0. */
function summed(postings: readonly Posting[]): Posting[] {
  const groups = Map.groupBy(postings, ({ account, unit }) => `${account} ${unit}`);
  return [...groups.values()]
    .map((group) => ({ ...group[0], amount: group.reduce((sum, { amount }) => sum + amount, 0) }) as Posting)
    .filter(({ amount }) => amount !== 0);
}

export function insufficientCredits(): ApiError {
  return new ApiError('insufficient-credits', 'Not enough credits.');
}
