import type { Mail } from '../../../platform/mail.ts';
import type { InvoiceDocument } from './document.ts';
import { invoicePdf } from './pdf.ts';
import { invoiceTexts } from './texts.ts';

/** The message that brings an invoice or a credit note to the account's address for invoices, as PDF. */
export async function invoiceMail(invoice: InvoiceDocument): Promise<Mail> {
  const { number, gross, currency, seller, buyer, corrects } = invoice;
  const { locale, title, creditNote, mail } = invoiceTexts(invoice.language);
  const sum = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(gross / 100);
  const opening = (corrects ? mail.creditNote : mail.invoice).replace('{number}', number).replace('{sum}', sum);
  return {
    to: buyer.email,
    subject: `${corrects ? creditNote : title} ${number} · ${seller.name}`,
    text: `${opening}\n\n${mail.closing.replace('{seller}', seller.name)}\n`,
    attachments: [{ filename: `${number}.pdf`, contentType: 'application/pdf', content: await invoicePdf(invoice) }],
  };
}
