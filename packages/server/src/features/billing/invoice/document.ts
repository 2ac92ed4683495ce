import type { PaymentKind } from '@berth/contract/api/billing';
import type { VatTreatment } from '@berth/contract/rules/billing';
import type { Language } from '@berth/contract/rules/languages';
import { textsIn } from '../../../texts/texts.ts';
import type { Company, Seller } from '../deps.ts';

/** The contents of an invoice, stored as issued: later changes of addresses and rates do not affect it. */
export interface InvoiceDocument {
  readonly number: string;
  /** ISO date. */
  readonly issued: string;
  readonly due: string;
  readonly language: Language;
  readonly seller: Seller;
  readonly buyer: Company & { readonly company: string };
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
  /** The corrected invoice; set for credit notes only. */
  readonly corrects?: { readonly number: string; readonly issued: string };
}

const LANGUAGE_OF: Readonly<Record<string, Language>> = { DE: 'deu', AT: 'deu', CH: 'deu', LI: 'deu', RU: 'rus' };

/** Returns the invoice language for the buyer's country. Business documents in Switzerland are in German. */
export function invoiceLanguage(country: string): Language {
  return LANGUAGE_OF[country] ?? 'eng';
}

/** The only line of an invoice; money in the currency's smallest unit. */
interface InvoiceLine {
  readonly quantity: number;
  readonly name: string;
  readonly unitPrice: number;
}

/** Returns credits at their unit price, or one unit at the net sum: quantity times price must equal the line total. */
export function lineOf({ credits, unitPrice, net, language }: InvoiceDocument): InvoiceLine {
  const item = textsIn(language).t('invoices.item');
  if (credits * unitPrice === net) return { quantity: credits, name: item, unitPrice };
  return { quantity: 1, name: `${item} (${credits})`, unitPrice: net };
}

/** Formats an amount in the smallest unit with two decimal places, as XML invoices do. */
export function decimal(amount: number): string {
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
