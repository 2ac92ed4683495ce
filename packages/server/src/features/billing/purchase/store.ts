import type { OrganizationId } from '@berth/contract/ids';
import type { Selectable } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { BillingPurchases } from '../../../db/schema.ts';
import type { ListQuery } from '../../../http/filter/list-query.ts';

const COLUMNS = [
  'organization_id',
  'purchase_id',
  'requested_by',
  'created_at',
  'status',
  'credits',
  'net',
  'vat',
  'vat_percent',
  'vat_treatment',
  'currency',
  'payment_reference',
  'action_url',
  'invoice_number',
  'paid_at',
] as const;
export type PurchaseRow = Pick<Selectable<BillingPurchases>, (typeof COLUMNS)[number]>;

/** Adds a purchase; false if its ID exists. */
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

/** Finds a purchase and locks it until the transaction ends. */
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
  return tx
    .selectFrom('billing_purchases as p')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where(query.where)
    .orderBy(query.order)
    .limit(query.limit)
    .offset(query.skip)
    .execute();
}

function byId(tx: Tx, organizationId: OrganizationId, purchaseId: string) {
  return tx
    .selectFrom('billing_purchases')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('purchase_id', '=', purchaseId);
}
