import type { InvoiceDocument } from './document.ts';
import { invoiceTexts } from './texts.ts';

/** The one line of an invoice; money in the currency's smallest unit. */
export interface InvoiceLine {
  readonly quantity: number;
  readonly name: string;
  readonly unitPrice: number;
}

/** Credits at their price, or a part of that sum as one piece: quantity times price is always what the line comes to. */
export function lineOf({ credits, unitPrice, net, language }: InvoiceDocument): InvoiceLine {
  const { item } = invoiceTexts(language);
  if (credits * unitPrice === net) return { quantity: credits, name: item, unitPrice };
  return { quantity: 1, name: `${item} (${credits})`, unitPrice: net };
}
