import type { OrganizationId } from '@berth/contract/ids';
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { BillingReversals } from '../../../db/schema.ts';
import type { PurchaseRow } from '../purchase/store.ts';

const COLUMNS = [
  'organization_id',
  'reversal_id',
  'purchase_id',
  'reference',
  'state',
  'net',
  'vat',
  'credits',
  'credit_note',
] as const;
export type ReversalRow = Pick<Selectable<BillingReversals>, (typeof COLUMNS)[number]>;
export type NewReversal = Insertable<BillingReversals>;

export async function insertReversal(tx: Tx, reversal: NewReversal): Promise<void> {
  await tx.insertInto('billing_reversals').values(reversal).execute();
}

export async function findReversal(
  tx: Tx,
  organizationId: OrganizationId,
  kind: NewReversal['kind'],
  reference: string,
): Promise<ReversalRow | undefined> {
  return tx
    .selectFrom('billing_reversals')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirst();
}

export async function changeReversal(
  tx: Tx,
  { organization_id, reversal_id }: ReversalRow,
  values: Pick<ReversalRow, 'state' | 'credit_note'>,
): Promise<void> {
  await tx
    .updateTable('billing_reversals')
    .set(values)
    .where('organization_id', '=', organization_id)
    .where('reversal_id', '=', reversal_id)
    .execute();
}

/** Sums all reversals of a purchase, and its refunds alone. Won disputes do not count. */
export async function reversedOf(
  tx: Tx,
  { organization_id, purchase_id }: PurchaseRow,
): Promise<{ all: Share; refunded: number }> {
  const rows = await tx
    .selectFrom('billing_reversals')
    .select(['kind', 'net', 'vat', 'credits'])
    .where('organization_id', '=', organization_id)
    .where('purchase_id', '=', purchase_id)
    .where('state', '<>', 'won')
    .execute();
  const sum = (list: readonly Share[], part: (row: Share) => number) =>
    list.reduce((total, row) => total + part(row), 0);
  const refunds = rows.filter(({ kind }) => kind === 'refund');
  return {
    all: {
      net: sum(rows, ({ net }) => net),
      vat: sum(rows, ({ vat }) => vat),
      credits: sum(rows, ({ credits }) => credits),
    },
    refunded: sum(refunds, ({ net, vat }) => net + vat),
  };
}

/** Part of a purchase: money in the currency's smallest unit, and its credits. */
export interface Share {
  readonly net: number;
  readonly vat: number;
  readonly credits: number;
}

/**
 * Returns the share of a purchase that a further refund of `amount` reverses, at most the rest. VAT and credits are in
 * proportion to all refunds so far, so that partial refunds add up to the whole.
 */
export function shareOf(sold: Share, before: Share, amount: number): Share {
  const gross = sold.net + sold.vat;
  const left = { net: sold.net - before.net, vat: sold.vat - before.vat, credits: sold.credits - before.credits };
  const back = Math.min(amount, left.net + left.vat);
  const total = before.net + before.vat + back;
  const net = clamp(Math.round((sold.net * total) / gross) - before.net, back - left.vat, left.net, back);
  const credits = clamp(Math.floor((sold.credits * total) / gross) - before.credits, 0, left.credits);
  return { net, vat: back - net, credits };
}

function clamp(value: number, min: number, ...max: readonly number[]): number {
  return Math.max(0, min, Math.min(value, ...max));
}
