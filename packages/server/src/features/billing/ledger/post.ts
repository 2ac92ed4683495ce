import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/transaction.ts';
import { insufficientCredits } from '../errors.ts';

export type LedgerAccount =
  | 'credits'
  | 'credits-sold'
  | 'credits-used'
  | 'credits-granted'
  | 'credits-owed'
  | 'credits-disputed'
  | 'receivable'
  | 'sales'
  | 'vat'
  | 'bank'
  | 'disputed';

/** One event and what it moves. The postings of each unit add up to zero: the database sees to it at the commit. */
export interface Booking {
  readonly id: string;
  /** Names what happened; an organization's ledger has it once. */
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
  /** 'credit', or a currency whose smallest unit is meant. */
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
 * Writes bookings, in the transaction of what they are about. Throws 'insufficient-credits' where credits would fall
 * below zero, also when others spend at the same moment. A key that is there already ends the transaction.
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

/** One posting for each account and unit, none that moves nothing. */
function summed(postings: readonly Posting[]): Posting[] {
  const groups = Map.groupBy(postings, ({ account, unit }) => `${account} ${unit}`);
  return [...groups.values()]
    .map((group) => ({ ...group[0], amount: group.reduce((sum, { amount }) => sum + amount, 0) }) as Posting)
    .filter(({ amount }) => amount !== 0);
}
