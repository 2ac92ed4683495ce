import { createRequire } from 'node:module';
import type { PaymentKind } from '@berth/contract/api/billing';
import { textsIn } from '../../../texts/texts.ts';
import { type InvoiceDocument, lineOf } from './document.ts';
import { facturX } from './factur-x.ts';
import { createTable, LEFT, WIDTH } from './table.ts';
import { FACTUR_X_METADATA } from './xml.ts';

// PDF/A requires embedded fonts. These have Latin, Greek, and Cyrillic letters.
const FONTS = createRequire(import.meta.url)
  .resolve('dejavu-fonts-ttf/package.json')
  .replace(/package\.json$/, 'ttf/');

/** Returns the invoice as PDF/A-3b with the XML invoice attached (Factur-X 1.0). */
export async function invoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const issued = new Date(invoice.issued);
  const pdf = new PdfDocument({
    size: 'A4',
    margins: { top: 56, bottom: 56, left: LEFT, right: LEFT },
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    lang: textsIn(invoice.language).tag,
    font: `${FONTS}DejaVuSans.ttf`,
    info: {
      Title: `${titleOf(invoice)} ${invoice.number}`,
      Author: invoice.seller.name,
      CreationDate: issued,
      ModDate: issued,
    },
  });
  pdf.registerFont('bold', `${FONTS}DejaVuSans-Bold.ttf`).registerFont('plain', `${FONTS}DejaVuSans.ttf`);
  // A variable, because the library's type lacks `relationship`.
  const attachment = {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: issued,
    modifiedDate: issued,
  };
  pdf.file(Buffer.from(facturX(invoice)), attachment);
  pdf.appendXML(FACTUR_X_METADATA);
  draw(pdf, invoice);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function titleOf({ corrects, language }: InvoiceDocument): string {
  return textsIn(language).t(corrects ? 'invoices.creditNote' : 'invoices.title');
}

function draw(pdf: PDFKit.PDFDocument, invoice: InvoiceDocument): void {
  const { seller, buyer, currency } = invoice;
  const { t, intlTag } = textsIn(invoice.language);
  const money = new Intl.NumberFormat(intlTag, { style: 'currency', currency });
  const sum = (amount: number) => money.format(amount / 100);
  const day = (iso: string) => new Intl.DateTimeFormat(intlTag, { timeZone: 'UTC' }).format(new Date(iso));
  const place = (at: { readonly postcode: string; readonly city: string; readonly country: string }) =>
    `${at.country}-${at.postcode} ${at.city}`;

  pdf.font('plain').fontSize(8).fillColor('#444444');
  pdf.text(`${seller.name} · ${seller.street} · ${place(seller)}`, LEFT, 56, { width: WIDTH });
  pdf.fillColor('#000000').fontSize(10).moveDown(2);
  for (const text of [buyer.company, buyer.street, place(buyer)]) pdf.text(text);
  if (buyer.vatId !== '') pdf.text(`${t('invoices.vatId')} ${buyer.vatId}`);

  pdf.moveDown(3).font('bold').fontSize(16).text(titleOf(invoice)).font('plain').fontSize(10).moveDown(0.5);
  pdf.text(`${t('invoices.number')}: ${invoice.number}`);
  pdf.text(`${t('invoices.issued')}: ${day(invoice.issued)}`);
  if (invoice.corrects)
    pdf.text(`${t('invoices.corrects')}: ${invoice.corrects.number} (${day(invoice.corrects.issued)})`);
  else if (invoice.payment === 'bank-transfer') pdf.text(`${t('invoices.due')}: ${day(invoice.due)}`);

  pdf.moveDown(2);
  const table = createTable(pdf);
  table.row([t('invoices.quantity'), t('invoices.description'), t('invoices.unitPrice'), t('invoices.sum')], 'bold');
  table.rule();
  const { quantity, name, unitPrice } = lineOf(invoice);
  table.row([String(quantity), name, sum(unitPrice), sum(invoice.net)], 'plain');
  table.rule();
  table.total(t('invoices.net'), sum(invoice.net), 'plain');
  table.total(`${t('invoices.vat')} ${invoice.vatPercent} %`, sum(invoice.vat), 'plain');
  table.total(t('invoices.gross'), sum(invoice.gross), 'bold');

  const writePayment: Record<PaymentKind, () => void> = {
    card: () => pdf.text(t('invoices.paid'), { width: WIDTH }),
    'bank-transfer': () => {
      pdf.text(t('invoices.transfer'), { width: WIDTH }).moveDown(0.5);
      pdf.text(`${seller.name}\nIBAN ${seller.iban}${seller.bic === '' ? '' : `\nBIC ${seller.bic}`}`);
    },
  };
  pdf.font('plain').moveDown(2);
  if (invoice.vatTreatment !== 'domestic') {
    pdf.text(t(`invoices.vatNote.${invoice.vatTreatment}`), { width: WIDTH }).moveDown();
  }
  if (invoice.corrects) pdf.text(t('invoices.returned'), { width: WIDTH });
  else writePayment[invoice.payment]();
  pdf.moveDown(3).fontSize(8).fillColor('#444444');
  pdf.text(`${seller.name} · ${seller.email} · ${t('invoices.vatId')} ${seller.vatId}`, { width: WIDTH });
}
