import { listPurchases, listUsage, Purchase, UsageRow } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { type ListQuery, listQuery } from '../../../http/filter/list-query.ts';
import { type Listing, pick } from '../../../http/filter/parse.ts';
import { route } from '../../../http/route.ts';
import type { PurchaseRow } from './store.ts';
import * as store from './store.ts';

export const listPurchasesRoute = route(listPurchases, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, purchaseListing);
  const rows = await store.listPurchases(tx, organizationId, list);
  return rows.map((row) => pick(presentPurchase(row), list.fields));
});

/** The filters and fields of the usage list. */
const usageListing: Listing = {
  fields: {
    time: { kind: 'instant', expression: () => sql`u.time` },
    type: { kind: 'text', expression: () => sql`u.type` },
    description: { kind: 'text', natural: true, expression: () => sql`u.description` },
    item: { kind: 'text', expression: () => sql`u.item` },
    machineId: { kind: 'text', expression: () => sql`u."machineId"` },
    credits: { kind: 'integer', expression: () => sql`u.credits` },
  },
  replyFields: Object.keys(UsageRow.properties),
  defaultOrder: [
    { field: 'time', descending: true },
    { field: 'machineId', descending: false },
    { field: 'item', descending: false },
  ],
};

export const listUsageRoute = route(listUsage, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, usageListing);
  const rows = await usageOf(tx, organizationId, list);
  return rows.map((row) => pick(row, list.fields));
});

/** Lists charges (free ones included), purchased credits, and other changes of the balance. */
async function usageOf(tx: Tx, organizationId: OrganizationId, query: ListQuery): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select u.* from (
      select c.period_start as time, 'usage-record' as type, c.machine_name as description, -c.credits as credits, c.item,
        c.machine_id as "machineId"
      from billing_charges c where c.organization_id = ${organizationId}
      union all
      select p.paid_at, 'credit-purchase', coalesce(p.invoice_number, ''), p.credits, null, null
      from billing_purchases p where p.organization_id = ${organizationId} and p.status = 'paid'
      union all
      select t.time, 'other', t.description, sum(s.amount)::integer, null, null
      from ledger_transactions t
        join ledger_postings s on s.organization_id = t.organization_id and s.transaction_id = t.transaction_id
      where t.organization_id = ${organizationId} and t.kind in ('adjustment', 'reversal')
        and s.account in ('credits', 'credits-owed')
      group by t.transaction_id, t.time, t.description
    ) u
    where ${query.where} order by ${query.order} limit ${query.limit} offset ${query.skip}`.execute(tx);
  return rows;
}

export function presentPurchase(row: PurchaseRow): Purchase {
  const { net, vat } = row;
  return {
    id: row.purchase_id,
    credits: row.credits,
    net,
    vat,
    vatRate: row.vat_percent,
    vatTreatment: row.vat_treatment,
    gross: net + vat,
    currency: row.currency,
    status: row.status,
    actionUrl: row.action_url,
    invoiceNumber: row.invoice_number,
    requestedBy: row.requested_by,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}

/** The filters and fields of the purchase list. */
const purchaseListing: Listing = {
  fields: {
    id: { kind: 'uuid', expression: () => sql`p.purchase_id` },
    status: { kind: 'text', expression: () => sql`p.status` },
    credits: { kind: 'integer', expression: () => sql`p.credits` },
    createdAt: { kind: 'instant', expression: () => sql`p.created_at` },
    paidAt: { kind: 'instant', expression: () => sql`p.paid_at` },
  },
  replyFields: Object.keys(Purchase.properties),
  defaultOrder: [
    { field: 'createdAt', descending: true },
    { field: 'id', descending: false },
  ],
};
