import type { OrganizationId } from '@berth/contract/ids';
import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { BillingReversals } from '../../../db/schema.ts';
import type { PurchaseRow } from '../purchase/store.ts';
import type { Share } from './share.ts';

export type ReversalRow = Selectable<BillingReversals>;

export async function insertReversal(tx: Tx, reversal: ReversalRow): Promise<void> {
  await tx.insertInto('billing_reversals').values(reversal).execute();
}

export async function findReversal(
  tx: Tx,
  organizationId: OrganizationId,
  kind: ReversalRow['kind'],
  reference: string,
): Promise<ReversalRow | undefined> {
  return tx
    .selectFrom('billing_reversals')
    .selectAll()
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

/** All that went back of a purchase, and of it what was refunded. What a bank gave back again does not count. */
export async function reversedOf(
  tx: Tx,
  { organization_id, purchase_id }: PurchaseRow,
): Promise<{ all: Share; refunded: number }> {
  const rows = await tx
    .selectFrom('billing_reversals')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('purchase_id', '=', purchase_id)
    .where('state', '<>', 'won')
    .execute();
  const sum = (list: readonly ReversalRow[], part: (row: ReversalRow) => number) =>
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
