import type { Quote } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { VAT_TREATMENTS } from '@berth/contract/rules/billing';
import Type from 'typebox';
import Value from 'typebox/value';
import type { PurchaseRow } from './store.ts';

const digits = Type.String({ pattern: '^[0-9]{1,9}$' });

/** A purchase as strings, which the payment provider stores with the payment. */
const Metadata = Type.Object({
  purchase: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  credits: digits,
  net: digits,
  vat: digits,
  vatRate: Type.String({ pattern: '^[0-9]{1,3}([.][0-9]+)?$' }),
  vatTreatment: Type.Enum([...VAT_TREATMENTS]),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  requestedBy: Type.String(),
});

export function purchaseMetadata(
  purchaseId: string,
  quote: Quote,
  requestedBy: string,
): Readonly<Record<string, string>> {
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

/** Returns a new, unpaid purchase. */
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

/** The purchase that a payment's metadata describes; undefined if the metadata is not ours. */
export function purchaseFromMetadata(
  organizationId: OrganizationId,
  metadata: Readonly<Record<string, string>>,
  at: number,
): PurchaseRow | undefined {
  if (!Value.Check(Metadata, metadata)) return undefined;
  const { purchase, vatTreatment, currency, requestedBy } = metadata;
  const [credits, net, vat, vatRate] = [metadata.credits, metadata.net, metadata.vat, metadata.vatRate].map(Number) as [
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
