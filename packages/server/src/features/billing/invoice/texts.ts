import type { VatTreatment } from '@berth/contract/rules/billing';
import type { InvoiceDocument } from './document.ts';

/** What is printed on an invoice. */
export interface InvoiceTexts {
  /** For dates and sums. */
  readonly locale: string;
  readonly title: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly vatId: string;
  readonly quantity: string;
  readonly description: string;
  readonly unitPrice: string;
  readonly sum: string;
  readonly item: string;
  readonly net: string;
  readonly vat: string;
  readonly gross: string;
  readonly vatNote: Readonly<Record<VatTreatment, string | undefined>>;
  readonly transfer: string;
  readonly paid: string;
  readonly creditNote: string;
  readonly corrects: string;
  readonly returned: string;
  readonly mail: { readonly invoice: string; readonly creditNote: string; readonly closing: string };
}

const deu: InvoiceTexts = {
  locale: 'de-DE',
  title: 'Rechnung',
  number: 'Rechnungsnummer',
  issued: 'Rechnungs- und Leistungsdatum',
  due: 'Zahlbar bis',
  vatId: 'USt-IdNr.',
  quantity: 'Menge',
  description: 'Leistung',
  unitPrice: 'Einzelpreis',
  sum: 'Betrag',
  item: 'Berth-Credits',
  net: 'Nettobetrag',
  vat: 'Umsatzsteuer',
  gross: 'Gesamtbetrag',
  vatNote: {
    domestic: undefined,
    'reverse-charge': 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
    'outside-scope': 'Nicht im Inland steuerbare Leistung.',
  },
  transfer: 'Bitte überweisen Sie den Gesamtbetrag mit der Rechnungsnummer als Verwendungszweck an:',
  paid: 'Der Betrag wurde per Karte bezahlt.',
  creditNote: 'Rechnungskorrektur',
  corrects: 'Zu Rechnung',
  returned: 'Der Betrag wurde zurückgezahlt.',
  mail: {
    invoice: 'Guten Tag,\n\nim Anhang finden Sie Ihre Rechnung {number} über {sum}.',
    creditNote: 'Guten Tag,\n\nim Anhang finden Sie die Rechnungskorrektur {number} über {sum}.',
    closing:
      'Die PDF-Datei enthält auch die elektronische Rechnung (Factur-X, EN 16931).\n\nFreundliche Grüße\n{seller}',
  },
};

const eng: InvoiceTexts = {
  locale: 'en-GB',
  title: 'Invoice',
  number: 'Invoice number',
  issued: 'Date of invoice and supply',
  due: 'Payable by',
  vatId: 'VAT ID',
  quantity: 'Quantity',
  description: 'Description',
  unitPrice: 'Unit price',
  sum: 'Amount',
  item: 'Berth credits',
  net: 'Net total',
  vat: 'VAT',
  gross: 'Total',
  vatNote: {
    domestic: undefined,
    'reverse-charge': 'Reverse charge: the recipient is liable for the VAT.',
    'outside-scope': 'Supply outside the scope of EU VAT.',
  },
  transfer: 'Please transfer the total, with the invoice number as reference, to:',
  paid: 'The total was paid by card.',
  creditNote: 'Credit note',
  corrects: 'For invoice',
  returned: 'The total has been paid back.',
  mail: {
    invoice: 'Hello,\n\nattached is your invoice {number} over {sum}.',
    creditNote: 'Hello,\n\nattached is the credit note {number} over {sum}.',
    closing: 'The PDF file also holds the electronic invoice (Factur-X, EN 16931).\n\nKind regards\n{seller}',
  },
};

const rus: InvoiceTexts = {
  locale: 'ru-RU',
  title: 'Счёт',
  number: 'Номер счёта',
  issued: 'Дата счёта и оказания услуги',
  due: 'Оплатить до',
  vatId: 'Номер плательщика НДС',
  quantity: 'Количество',
  description: 'Наименование',
  unitPrice: 'Цена',
  sum: 'Сумма',
  item: 'Кредиты Berth',
  net: 'Итого без НДС',
  vat: 'НДС',
  gross: 'Всего к оплате',
  vatNote: {
    domestic: undefined,
    'reverse-charge': 'Обратное начисление: НДС уплачивает получатель услуги.',
    'outside-scope': 'Операция вне сферы действия НДС ЕС.',
  },
  transfer: 'Переведите всю сумму, указав номер счёта в назначении платежа, по реквизитам:',
  paid: 'Сумма оплачена картой.',
  creditNote: 'Корректировочный счёт',
  corrects: 'К счёту',
  returned: 'Сумма возвращена.',
  mail: {
    invoice: 'Здравствуйте!\n\nВо вложении — ваш счёт {number} на сумму {sum}.',
    creditNote: 'Здравствуйте!\n\nВо вложении — корректировочный счёт {number} на сумму {sum}.',
    closing: 'PDF-файл содержит и электронный счёт (Factur-X, EN 16931).\n\nС уважением,\n{seller}',
  },
};

const TEXTS = { deu, eng, rus } as const;

export function invoiceTexts(language: InvoiceDocument['language']): InvoiceTexts {
  return TEXTS[language];
}
