import type { OrganizationId } from '@berth/contract/ids';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { BillingPurchases } from '../../../db/schema.ts';
import type { ListQuery } from '../../../http/filter/list-query.ts';

export type PurchaseRow = Selectable<BillingPurchases>;

/** Adds a purchase; false when there is one of its id. */
export async function insertPurchase(tx: Tx, purchase: PurchaseRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('billing_purchases')
    .values(purchase)
    .onConflict((conflict) => conflict.columns(['organization_id', 'purchase_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findPurchase(
  tx: Tx,
  organizationId: OrganizationId,
  purchaseId: string,
): Promise<PurchaseRow | undefined> {
  return byId(tx, organizationId, purchaseId).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockPurchase(
  tx: Tx,
  organizationId: OrganizationId,
  purchaseId: string,
): Promise<PurchaseRow | undefined> {
  return byId(tx, organizationId, purchaseId).forUpdate().executeTakeFirst();
}

export async function changePurchase(
  tx: Tx,
  { organization_id, purchase_id }: PurchaseRow,
  values: Partial<Pick<PurchaseRow, 'status' | 'invoice_number' | 'paid_at' | 'action_url'>>,
): Promise<void> {
  await tx
    .updateTable('billing_purchases')
    .set(values)
    .where('organization_id', '=', organization_id)
    .where('purchase_id', '=', purchase_id)
    .execute();
}

export async function listPurchases(tx: Tx, organizationId: OrganizationId, query: ListQuery): Promise<PurchaseRow[]> {
  const { rows } = await sql<PurchaseRow>`
    select * from billing_purchases p where p.organization_id = ${organizationId} and ${query.where}
    order by ${query.order} limit ${query.limit} offset ${query.skip}`.execute(tx);
  return rows;
}

function byId(tx: Tx, organizationId: OrganizationId, purchaseId: string) {
  return tx
    .selectFrom('billing_purchases')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('purchase_id', '=', purchaseId);
}
