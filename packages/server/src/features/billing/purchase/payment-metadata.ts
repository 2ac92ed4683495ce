import type { Quote } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { VAT_TREATMENTS } from '@berth/contract/rules/billing';
import Type from 'typebox';
import Value from 'typebox/value';
import type { PurchaseRow } from './store.ts';

const digits = Type.String({ pattern: '^[0-9]{1,9}$' });

/** All that a purchase is made of, as texts: the payment provider keeps it with the payment. */
const Notes = Type.Object({
  purchase: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  credits: digits,
  net: digits,
  vat: digits,
  vatRate: Type.String({ pattern: '^[0-9]{1,3}([.][0-9]+)?$' }),
  vatTreatment: Type.Enum([...VAT_TREATMENTS]),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  requestedBy: Type.String(),
});

export function purchaseNotes(purchaseId: string, quote: Quote, requestedBy: string): Readonly<Record<string, string>> {
  const { credits, net, vat, vatRate, vatTreatment, currency } = quote;
  return {
    purchase: purchaseId,
    credits: String(credits),
    net: String(net),
    vat: String(vat),
    vatRate: String(vatRate),
    vatTreatment,
    currency,
    requestedBy,
  };
}

/** A purchase that nothing has come of yet. */
export function newPurchase(
  organizationId: OrganizationId,
  purchaseId: string,
  quote: Omit<Quote, 'gross'>,
  { requestedBy, at }: { readonly requestedBy: string; readonly at: number },
): PurchaseRow {
  return {
    organization_id: organizationId,
    purchase_id: purchaseId,
    credits: quote.credits,
    net: quote.net,
    vat: quote.vat,
    vat_percent: quote.vatRate,
    vat_treatment: quote.vatTreatment,
    currency: quote.currency,
    status: 'processing',
    action_url: null,
    payment_reference: null,
    invoice_number: null,
    requested_by: requestedBy,
    created_at: new Date(at).toISOString(),
    paid_at: null,
  };
}

/** The purchase that a payment's notes speak of; undefined where they are not ours. */
export function notedPurchase(
  organizationId: OrganizationId,
  notes: Readonly<Record<string, string>>,
  at: number,
): PurchaseRow | undefined {
  if (!Value.Check(Notes, notes)) return undefined;
  const { purchase, vatTreatment, currency, requestedBy } = notes;
  const [credits, net, vat, vatRate] = [notes.credits, notes.net, notes.vat, notes.vatRate].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return newPurchase(
    organizationId,
    purchase,
    { credits, net, vat, vatRate, vatTreatment, currency },
    { requestedBy, at },
  );
}
