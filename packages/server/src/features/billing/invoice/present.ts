import { InvoiceSummary } from '@berth/contract/api/billing';
import { sql } from 'kysely';
import type { Listing } from '../../../http/filter/parse.ts';
import type { InvoiceRow } from './store.ts';

export function presentInvoice({ number, kind, issued_at, due_at, paid_at, document }: InvoiceRow): InvoiceSummary {
  const { net, vat, gross, currency, corrects } = document;
  const times = { issuedAt: issued_at, dueAt: due_at, paidAt: paid_at };
  return { number, kind, corrects: corrects?.number ?? null, ...times, net, vat, gross, currency };
}

/** What a list of invoices can be asked for. */
export const invoiceListing: Listing = {
  fields: {
    number: { kind: 'text', expression: () => sql`i.number` },
    kind: { kind: 'text', expression: () => sql`i.kind` },
    issuedAt: { kind: 'instant', expression: () => sql`i.issued_at` },
    dueAt: { kind: 'instant', expression: () => sql`i.due_at` },
    paidAt: { kind: 'instant', expression: () => sql`i.paid_at` },
  },
  replyFields: Object.keys(InvoiceSummary.properties),
  defaultOrder: [{ field: 'number', descending: true }],
};
