import { sql } from 'kysely';
import type { Database } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';

/** Something in the books that does not fit together. */
export interface Discrepancy {
  readonly problem: string;
  readonly organizationId: string | null;
  readonly detail: string;
}

export interface Reconciliation {
  readonly discrepancies: readonly Discrepancy[];
  /** How much was looked at. */
  readonly figures: { transactions: number; charges: number; invoices: number; organizations: number };
}

/** Proves that ledger, charges, purchases and invoices of all organizations agree, or says where they do not. */
export async function reconcile(db: Database): Promise<Reconciliation> {
  return asSystem(db, async (tx) => {
    // A reading takes as long as the books are large, and all of it sees one moment.
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const found = await sql<Discrepancy>`
      select problem, organization_id as "organizationId", detail from reconcile_billing()`.execute(tx);
    const figures = await sql<
      Reconciliation['figures']
    >`select transactions, charges, invoices, organizations from billing_figures()`.execute(tx);
    const [first] = figures.rows;
    if (!first) throw new Error('The database counts nothing');
    return { discrepancies: found.rows, figures: first };
  });
}
