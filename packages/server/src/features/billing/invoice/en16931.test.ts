import { VAT_TREATMENTS, vatOn } from '@berth/contract/rules/billing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { invoiceSample } from '../../../testing/invoice.ts';
import type { InvoiceDocument } from './document.ts';
import { facturX } from './factur-x.ts';

/** Texts of all elements with a name, within the first element of another name. */
function texts(xml: string, name: string, within = 'SupplyChainTradeTransaction'): string[] {
  const part = new RegExp(`:${within}[ >]([\\s\\S]*?):${within}>`).exec(xml)?.[1] ?? '';
  return [...part.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(
    ([, text = '']) => text,
  );
}

const cents = (text: string | undefined) => Math.round(Number(text) * 100);
const TOTALS = 'SpecifiedTradeSettlementHeaderMonetarySummation';
const LINE = 'IncludedSupplyChainTradeLineItem';

const invoices = fc
  .record({
    credits: fc.integer({ min: 1, max: 100_000 }),
    unitPrice: fc.integer({ min: 1, max: 10_000 }),
    part: fc.integer({ min: 1, max: 100 }),
    treatment: fc.constantFrom(...VAT_TREATMENTS),
    rate: fc.constantFrom(0, 7.7, 19, 25),
    payment: fc.constantFrom('card' as const, 'bank-transfer' as const),
    isNote: fc.boolean(),
  })
  .map(({ credits, unitPrice, part, treatment, rate, payment, isNote }): InvoiceDocument => {
    const vatPercent = treatment === 'domestic' ? rate : 0;
    const net = isNote ? Math.ceil((credits * unitPrice * part) / 100) : credits * unitPrice;
    const vat = vatOn(net, vatPercent);
    const sums = { credits, unitPrice, net, vat, gross: net + vat, vatPercent, vatTreatment: treatment, payment };
    const corrects = { number: '2026-000001', issued: '2026-01-01' };
    return invoiceSample('2026-000002', { ...sums, ...(isNote && { corrects }) });
  });

it('satisfies the calculations of EN 16931 (BR-CO-10 to BR-CO-17) for any invoice and credit note', () => {
  const property = fc.property(invoices, (invoice) => {
    const xml = facturX(invoice);
    const total = (name: string) => cents(texts(xml, name, TOTALS)[0]);
    const line = cents(texts(xml, 'LineTotalAmount', LINE)[0]);
    const [quantity] = texts(xml, 'BilledQuantity', LINE);
    // The line total is quantity times price; the net total is the sum of the lines (BR-CO-10, BR-CO-13).
    expect(Number(quantity) * cents(texts(xml, 'ChargeAmount', LINE)[0])).toBe(line);
    expect([total('LineTotalAmount'), total('TaxBasisTotalAmount')]).toEqual([line, line]);
    // VAT and total follow from the rate (BR-CO-14, BR-CO-15, BR-CO-17).
    const breakdown = texts(xml, 'CalculatedAmount').map(cents);
    const rate = Number(texts(xml, 'RateApplicablePercent')[0] ?? 0);
    expect(breakdown).toEqual([total('TaxTotalAmount')]);
    expect(Math.abs(total('TaxTotalAmount') - (line * rate) / 100)).toBeLessThan(1);
    expect(total('GrandTotalAmount')).toBe(line + total('TaxTotalAmount'));
    // Prepaid amounts are not due (BR-CO-16).
    const prepaid = texts(xml, 'TotalPrepaidAmount', TOTALS).map(cents)[0] ?? 0;
    expect(total('DuePayableAmount')).toBe(total('GrandTotalAmount') - prepaid);
    // A due amount has a date (BR-CO-25) and a payee account (BR-61).
    if (total('DuePayableAmount') > 0) {
      expect(xml).toContain('<ram:DueDateDateTime>');
      expect(texts(xml, 'IBANID')).toHaveLength(1);
    }
  });
  fc.assert(property);
});

it('has the required fields of each kind of VAT (BR-S, BR-Z, BR-AE, BR-O)', () => {
  const property = fc.property(invoices, (invoice) => {
    const xml = facturX(invoice);
    const [category] = texts(xml, 'CategoryCode');
    expect(texts(xml, 'CategoryCode')).toEqual([category, category]);
    const ids = [...xml.matchAll(/schemeID="VA">([^<]+)</g)].map(([, id]) => id);
    const reasons = texts(xml, 'ExemptionReasonCode');
    const rates = texts(xml, 'RateApplicablePercent').map(Number);
    const { seller, buyer, vatPercent } = invoice;
    const expected = {
      S: { ids: [seller.vatId, buyer.vatId], reasons: [], rates: [vatPercent, vatPercent] },
      Z: { ids: [seller.vatId, buyer.vatId], reasons: [], rates: [0, 0] },
      // Reverse charge requires both VAT IDs (BR-AE-02).
      AE: { ids: [seller.vatId, buyer.vatId], reasons: ['VATEX-EU-AE'], rates: [0, 0] },
      O: { ids: [], reasons: ['VATEX-EU-O'], rates: [] },
    };
    expect({ ids, reasons, rates }).toEqual(expected[category as keyof typeof expected]);
  });
  fc.assert(property);
});

it('a credit note names the invoice that it corrects (BT-25, BT-26)', () => {
  const corrects = { number: '2026-000001', issued: '2026-01-31' };
  const xml = facturX(invoiceSample('2026-000002', { corrects }));
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>');
  expect(texts(xml, 'IssuerAssignedID', 'InvoiceReferencedDocument')).toEqual(['2026-000001']);
  expect(xml).toContain('<qdt:DateTimeString format="102">20260131</qdt:DateTimeString>');
  expect(facturX(invoiceSample('2026-000002'))).toContain('<ram:TypeCode>380</ram:TypeCode>');
});
