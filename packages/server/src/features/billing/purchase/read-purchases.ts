import { listPurchases, listUsage, UsageRow } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import { type ListQuery, listQuery } from '../../../http/filter/list-query.ts';
import { type Listing, pick } from '../../../http/filter/parse.ts';
import { route } from '../../../http/route.ts';
import { presentPurchase, purchaseListing } from './present.ts';
import * as store from './store.ts';

export const listPurchasesRoute = route(listPurchases, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, purchaseListing);
  const rows = await store.listPurchases(tx, organizationId, list);
  return rows.map((row) => pick(presentPurchase(row), list.fields));
});

/** What the usage can be searched by. */
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

/** Charges, free ones included; credits that were bought; and whatever else changed the balance. */
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
