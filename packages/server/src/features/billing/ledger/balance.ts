import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { LedgerAccount, Posting } from './post.ts';
import { transfer } from './post.ts';

/** The credits that an organization has now; less than 0 where it owes some that it used. */
export async function creditsOf(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { here, owed } = await balancesOf(tx, organizationId);
  return here - owed;
}

/** Postings that add credits; debts are settled first. For an account locked by the transaction. */
export async function give(
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
export async function takeBack(
  tx: Tx,
  organizationId: OrganizationId,
  to: LedgerAccount,
  amount: number,
): Promise<Posting[]> {
  const { here } = await balancesOf(tx, organizationId);
  const taken = Math.min(here, amount);
  return [...transfer('credit', 'credits', to, taken), ...transfer('credit', 'credits-owed', to, amount - taken)];
}

/** Whether the ledger has a booking of this key. */
export async function isBooked(tx: Tx, organizationId: OrganizationId, key: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ledger_transactions where organization_id = ${organizationId} and key = ${key}`.execute(tx);
  return rows.length > 0;
}

async function balancesOf(tx: Tx, organizationId: OrganizationId): Promise<{ here: number; owed: number }> {
  const rows = await tx
    .selectFrom('ledger_balances')
    .select(['account', 'balance'])
    .where('organization_id', '=', organizationId)
    .where('account', 'in', ['credits', 'credits-owed'])
    .where('unit', '=', 'credit')
    .execute();
  const of = (account: LedgerAccount) => rows.find((row) => row.account === account)?.balance ?? 0;
  return { here: of('credits'), owed: -of('credits-owed') };
}
