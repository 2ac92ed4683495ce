import type { PaymentKind } from '@berth/contract/api/billing';
import type { VatTreatment } from '@berth/contract/rules/billing';
import type { Seller } from '../deps.ts';

/** Everything that is printed on an invoice. Kept as it was issued: addresses and rates change, an invoice does not. */
export interface InvoiceDocument {
  readonly number: string;
  /** ISO date. */
  readonly issued: string;
  readonly due: string;
  readonly language: 'deu' | 'eng' | 'rus';
  readonly seller: Seller;
  readonly buyer: {
    readonly company: string;
    readonly street: string;
    readonly postcode: string;
    readonly city: string;
    readonly country: string;
    readonly vatId: string;
    readonly email: string;
  };
  readonly credits: number;
  /** Money in the currency's smallest unit. */
  readonly unitPrice: number;
  readonly net: number;
  readonly vatPercent: number;
  readonly vatTreatment: VatTreatment;
  readonly vat: number;
  readonly gross: number;
  readonly currency: string;
  readonly payment: PaymentKind;
  /** The invoice that this one, a credit note, corrects. */
  readonly corrects?: { readonly number: string; readonly issued: string };
}

const GERMAN = ['DE', 'AT', 'CH', 'LI'];

/** The language an invoice is written in, by the country it goes to. */
export function invoiceLanguage(country: string): InvoiceDocument['language'] {
  if (GERMAN.includes(country)) return 'deu';
  return country === 'RU' ? 'rus' : 'eng';
}
