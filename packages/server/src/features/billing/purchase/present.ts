import { Purchase } from '@berth/contract/api/billing';
import { sql } from 'kysely';
import type { Listing } from '../../../http/filter/parse.ts';
import type { PurchaseRow } from './store.ts';

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

/** What a list of purchases can be asked for. */
export const purchaseListing: Listing = {
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
