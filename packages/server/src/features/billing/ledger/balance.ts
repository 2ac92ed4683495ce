import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../db/connection.ts';
import { asSystem } from '../../../db/transaction.ts';
import { type LedgerAccount, type Posting, transfer } from './post.ts';

/** Returns an organization's credits; negative if it owes used ones. */
export async function creditsOf(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { available, owed } = await balancesOf(tx, organizationId);
  return available - owed;
}

/** Postings that add credits; debts are settled first. For an account locked by the transaction. */
export async function creditPostings(
  tx: Tx,
  organizationId: OrganizationId,
  from: LedgerAccount,
  amount: number,
): Promise<Posting[]> {
  const { owed } = await balancesOf(tx, organizationId);
  const settled = Math.min(owed, amount);
  return [
    ...transfer('credit', from, 'credits-owed', settled),
    ...transfer('credit', from, 'credits', amount - settled),
  ];
}

/** Postings that remove credits; used ones become a debt. For an account locked by the transaction. */
export async function debitPostings(
  tx: Tx,
  organizationId: OrganizationId,
  to: LedgerAccount,
  amount: number,
): Promise<Posting[]> {
  const { available } = await balancesOf(tx, organizationId);
  const taken = Math.min(available, amount);
  return [...transfer('credit', 'credits', to, taken), ...transfer('credit', 'credits-owed', to, amount - taken)];
}

/** Whether the ledger has a booking with this key. */
export async function isBooked(tx: Tx, organizationId: OrganizationId, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ledger_transactions where organization_id = ${organizationId} and key = ${key}`.execute(tx);
  return rows.length > 0;
}

async function balancesOf(tx: Tx, organizationId: OrganizationId): Promise<{ available: number; owed: number }> {
  const rows = await tx
    .selectFrom('ledger_balances')
    .select(['account', 'balance'])
    .where('organization_id', '=', organizationId)
    .where('account', 'in', ['credits', 'credits-owed'])
    .where('unit', '=', 'credit')
    .execute();
  const of = (account: LedgerAccount) => rows.find((row) => row.account === account)?.balance ?? 0;
  return { available: of('credits'), owed: -of('credits-owed') };
}

/** An inconsistency in the books. */
interface Discrepancy {
  readonly problem: string;
  readonly organizationId: string | null;
  readonly detail: string;
}

interface Reconciliation {
  readonly discrepancies: readonly Discrepancy[];
  /** Numbers of checked records. */
  readonly figures: { transactions: number; charges: number; invoices: number; organizations: number };
}

/** Checks that ledger, charges, purchases, and invoices of all organizations agree. */
export async function reconcile(db: Database): Promise<Reconciliation> {
  return asSystem(db, async (tx) => {
    // All queries see one snapshot and may take long on large books.
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const found = await sql<Discrepancy>`
      select problem, organization_id as "organizationId", detail from reconcile_billing()`.execute(tx);
    const figures = await sql<
      Reconciliation['figures']
    >`select transactions, charges, invoices, organizations from billing_figures()`.execute(tx);
    const [first] = figures.rows;
    if (!first) throw new Error('billing_figures returned no row');
    return { discrepancies: found.rows, figures: first };
  });
}
