import type { OrganizationId } from '@berth/contract/ids';
import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { BillingReversals } from '../../../db/schema.ts';
import type { PurchaseRow } from '../purchase/store.ts';
import type { Share } from './share.ts';

const COLUMNS = [
  'organization_id',
  'reversal_id',
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

/** Everything reversed of a purchase, and the refunds in it. Won disputes do not count. */
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
