import type { InvoiceDocument } from '../features/billing/invoice/document.ts';

/** A domestic invoice: 19% VAT, by bank transfer. */
export function invoiceSample(number: string, about: Partial<InvoiceDocument> = {}): InvoiceDocument {
  return {
    number,
    issued: '2026-03-01',
    due: '2026-03-15',
    language: 'deu',
    seller: {
      name: 'Berth Betrieb GmbH',
      street: 'Ring 1',
      postcode: '20457',
      city: 'Hamburg',
      country: 'DE',
      vatId: 'DE136695976',
      email: 'rechnung@berth.example',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
    },
    buyer: {
      company: 'Müller & Söhne <Reederei>',
      street: 'Hafenstraße 5',
      postcode: '28195',
      city: 'Bremen',
      country: 'DE',
      vatId: 'DE811569869',
      email: 'einkauf@example.org',
    },
    credits: 250,
    unitPrice: 100,
    net: 25_000,
    vatPercent: 19,
    vatTreatment: 'domestic',
    vat: 4_750,
    gross: 29_750,
    currency: 'EUR',
    payment: 'bank-transfer',
    ...about,
  };
}
