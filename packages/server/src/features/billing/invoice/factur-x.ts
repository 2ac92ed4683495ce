import type { PaymentKind } from '@berth/contract/api/billing';
import { textsIn } from '../../../texts/texts.ts';
import type { Company } from '../deps.ts';
import { decimal, type InvoiceDocument, lineOf } from './document.ts';
import { element as e } from './xml.ts';

/** The profile of EN 16931 in Factur-X 1.0 and ZUGFeRD 2. */
const GUIDELINE = 'urn:cen.eu:en16931:2017';
const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** Codes of UNTDID 1001. */
const INVOICE = '380';
const CREDIT_NOTE = '381';

/** Codes of UNTDID 4461 (a SEPA transfer, a payment card), and whether nothing is due once the invoice is issued. */
const MEANS: Record<PaymentKind, { readonly code: string; readonly isPrepaid: boolean }> = {
  'bank-transfer': { code: '58', isPrepaid: false },
  card: { code: '48', isPrepaid: true },
};

/** Returns the invoice as a UN/CEFACT Cross Industry Invoice, with its elements in schema order. */
export function facturX(invoice: InvoiceDocument): string {
  const root = e(
    'rsm:CrossIndustryInvoice',
    [
      e('rsm:ExchangedDocumentContext', [
        e('ram:GuidelineSpecifiedDocumentContextParameter', [e('ram:ID', GUIDELINE)]),
      ]),
      e('rsm:ExchangedDocument', [
        e('ram:ID', invoice.number),
        e('ram:TypeCode', invoice.corrects ? CREDIT_NOTE : INVOICE),
        e('ram:IssueDateTime', [date(invoice.issued)]),
        note(invoice),
      ]),
      e('rsm:SupplyChainTradeTransaction', [
        line(invoice),
        e('ram:ApplicableHeaderTradeAgreement', [seller(invoice), buyer(invoice)]),
        e('ram:ApplicableHeaderTradeDelivery', [
          e('ram:ActualDeliverySupplyChainEvent', [e('ram:OccurrenceDateTime', [date(invoice.issued)])]),
        ]),
        settlement(invoice),
      ]),
    ],
    NAMESPACES,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
}

function note({ vatTreatment, language }: InvoiceDocument): string | undefined {
  if (vatTreatment === 'domestic') return undefined;
  return e('ram:IncludedNote', [e('ram:Content', textsIn(language).t(`invoices.vatNote.${vatTreatment}`))]);
}

function line(invoice: InvoiceDocument): string {
  const { quantity, name, unitPrice } = lineOf(invoice);
  return e('ram:IncludedSupplyChainTradeLineItem', [
    e('ram:AssociatedDocumentLineDocument', [e('ram:LineID', '1')]),
    e('ram:SpecifiedTradeProduct', [e('ram:Name', name)]),
    e('ram:SpecifiedLineTradeAgreement', [
      e('ram:NetPriceProductTradePrice', [e('ram:ChargeAmount', decimal(unitPrice))]),
    ]),
    e('ram:SpecifiedLineTradeDelivery', [e('ram:BilledQuantity', String(quantity), { unitCode: 'C62' })]),
    e('ram:SpecifiedLineTradeSettlement', [
      e('ram:ApplicableTradeTax', [e('ram:TypeCode', 'VAT'), e('ram:CategoryCode', category(invoice)), rate(invoice)]),
      e('ram:SpecifiedTradeSettlementLineMonetarySummation', [e('ram:LineTotalAmount', decimal(invoice.net))]),
    ]),
  ]);
}

function seller({
  seller: { name, street, postcode, city, country, vatId, email },
  vatTreatment,
}: InvoiceDocument): string {
  // Outside the scope of VAT an invoice has no VAT registrations, but still identifies the seller (BR-O-02).
  const outside = vatTreatment === 'outside-scope';
  return e('ram:SellerTradeParty', [
    outside ? e('ram:ID', vatId) : undefined,
    e('ram:Name', name),
    address({ street, postcode, city, country }),
    mail(email),
    outside ? undefined : taxRegistration(vatId),
  ]);
}

function buyer({
  buyer: { company, street, postcode, city, country, vatId, email },
  vatTreatment,
}: InvoiceDocument): string {
  return e('ram:BuyerTradeParty', [
    e('ram:Name', company),
    address({ street, postcode, city, country }),
    mail(email),
    vatTreatment === 'outside-scope' || vatId === '' ? undefined : taxRegistration(vatId),
  ]);
}

function address(at: Pick<Company, 'street' | 'postcode' | 'city' | 'country'>): string {
  return e('ram:PostalTradeAddress', [
    e('ram:PostcodeCode', at.postcode),
    e('ram:LineOne', at.street),
    e('ram:CityName', at.city),
    e('ram:CountryID', at.country),
  ]);
}

function mail(email: string): string {
  return e('ram:URIUniversalCommunication', [e('ram:URIID', email, { schemeID: 'EM' })]);
}

function taxRegistration(vatId: string): string {
  return e('ram:SpecifiedTaxRegistration', [e('ram:ID', vatId, { schemeID: 'VA' })]);
}

function settlement(invoice: InvoiceDocument): string {
  const { number, currency, net, vat, gross, due, payment, corrects } = invoice;
  // Refunds leave nothing due either.
  const paid = MEANS[payment].isPrepaid || corrects !== undefined;
  return e('ram:ApplicableHeaderTradeSettlement', [
    e('ram:PaymentReference', number),
    e('ram:InvoiceCurrencyCode', currency),
    corrects ? undefined : means(invoice),
    tax(invoice),
    corrects ? undefined : e('ram:SpecifiedTradePaymentTerms', [e('ram:DueDateDateTime', [date(due)])]),
    e('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      e('ram:LineTotalAmount', decimal(net)),
      e('ram:TaxBasisTotalAmount', decimal(net)),
      e('ram:TaxTotalAmount', decimal(vat), { currencyID: currency }),
      e('ram:GrandTotalAmount', decimal(gross)),
      paid ? e('ram:TotalPrepaidAmount', decimal(gross)) : undefined,
      e('ram:DuePayableAmount', decimal(paid ? 0 : gross)),
    ]),
    corrects &&
      e('ram:InvoiceReferencedDocument', [
        e('ram:IssuerAssignedID', corrects.number),
        e('ram:FormattedIssueDateTime', [date(corrects.issued, 'qdt')]),
      ]),
  ]);
}

function means({ payment, seller: { iban, bic } }: InvoiceDocument): string {
  const transfer = payment === 'bank-transfer';
  return e('ram:SpecifiedTradeSettlementPaymentMeans', [
    e('ram:TypeCode', MEANS[payment].code),
    transfer ? e('ram:PayeePartyCreditorFinancialAccount', [e('ram:IBANID', iban)]) : undefined,
    transfer && bic !== '' ? e('ram:PayeeSpecifiedCreditorFinancialInstitution', [e('ram:BICID', bic)]) : undefined,
  ]);
}

function tax(invoice: InvoiceDocument): string {
  const exemption = EXEMPTIONS[category(invoice)];
  return e('ram:ApplicableTradeTax', [
    e('ram:CalculatedAmount', decimal(invoice.vat)),
    e('ram:TypeCode', 'VAT'),
    exemption && e('ram:ExemptionReason', exemption.reason),
    e('ram:BasisAmount', decimal(invoice.net)),
    e('ram:CategoryCode', category(invoice)),
    exemption && e('ram:ExemptionReasonCode', exemption.code),
    rate(invoice),
  ]);
}

/** Codes of UNTDID 5305 and of the EN 16931 list of exemption reasons. */
const EXEMPTIONS: Readonly<Record<string, { readonly reason: string; readonly code: string } | undefined>> = {
  AE: { reason: 'Reverse charge', code: 'VATEX-EU-AE' },
  O: { reason: 'Not subject to VAT', code: 'VATEX-EU-O' },
};

function category({ vatTreatment, vatPercent }: InvoiceDocument): 'S' | 'Z' | 'AE' | 'O' {
  if (vatTreatment === 'reverse-charge') return 'AE';
  if (vatTreatment === 'outside-scope') return 'O';
  return vatPercent > 0 ? 'S' : 'Z';
}

function rate(invoice: InvoiceDocument): string | undefined {
  return category(invoice) === 'O' ? undefined : e('ram:RateApplicablePercent', invoice.vatPercent.toFixed(2));
}

/** Converts an ISO date to format 102. */
function date(iso: string, type: 'udt' | 'qdt' = 'udt'): string {
  return e(`${type}:DateTimeString`, iso.replaceAll('-', ''), { format: '102' });
}
