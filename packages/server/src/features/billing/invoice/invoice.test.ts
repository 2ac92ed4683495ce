import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { downloadInvoice } from '@berth/contract/api/billing';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyCredits, setUpBilling } from '../../../testing/commerce.ts';
import { createTenant } from '../../../testing/fleet.ts';
import { invoiceSample } from '../../../testing/invoice.ts';
import { bootServer, type TestServer } from '../../../testing/server.ts';
import { textsIn } from '../../../texts/texts.ts';
import { decimal } from './document.ts';
import { facturX } from './factur-x.ts';
import { invoicePdf } from './pdf.ts';
import { COLUMNS } from './table.ts';

/** Texts of all elements with a name, in document order. */
function texts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<ram:${name}(?: [^>]*)?>([^<]*)</ram:${name}>`, 'g'))].map(
    ([, text = '']) => text,
  );
}

/** All streams of a PDF, decompressed. */
function streams(pdf: Buffer): string[] {
  const raw = pdf.toString('latin1');
  return [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => {
    const bytes = Buffer.from(body, 'latin1');
    try {
      return inflateSync(bytes).toString();
    } catch {
      return bytes.toString();
    }
  });
}

it.each(LANGUAGES)('the heads of the columns stand apart in %s', async (language) => {
  const { default: PdfDocument } = await import('pdfkit');
  const font = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');
  const pdf = new PdfDocument({ font }).fontSize(10);
  const width = pdf.widthOfString(textsIn(language).t('invoices.quantity'));
  expect(COLUMNS.quantity + width + pdf.widthOfString('  ')).toBeLessThan(COLUMNS.description);
});

describe('the electronic invoice', () => {
  it('adds up as EN 16931 requires', () => {
    const xml = facturX(invoiceSample('2026-000007'));
    const [line] = texts(xml, 'LineTotalAmount');
    expect([texts(xml, 'ChargeAmount'), texts(xml, 'BilledQuantity'), line]).toEqual([['1.00'], ['250'], '250.00']);
    expect(texts(xml, 'TaxBasisTotalAmount')).toEqual(['250.00']);
    expect(texts(xml, 'CalculatedAmount')).toEqual(['47.50']);
    expect(texts(xml, 'TaxTotalAmount')).toEqual(['47.50']);
    expect(texts(xml, 'GrandTotalAmount')).toEqual(['297.50']);
    expect(texts(xml, 'DuePayableAmount')).toEqual(['297.50']);
    expect(texts(xml, 'CategoryCode')).toEqual(['S', 'S']);
    expect(texts(xml, 'RateApplicablePercent')).toEqual(['19.00', '19.00']);
    expect(xml).toContain('urn:cen.eu:en16931:2017');
    expect(xml).toContain('<ram:ID schemeID="VA">DE136695976</ram:ID>');
    expect(texts(xml, 'IBANID')).toEqual(['DE02120300000000202051']);
    expect(xml).toContain('>20260301<');
  });

  it('accepts names with any characters', () => {
    const xml = facturX(invoiceSample('2026-000007'));
    expect(xml).toContain('<ram:Name>Müller &amp; Söhne &lt;Reederei&gt;</ram:Name>');
  });

  it('states why there is no VAT', () => {
    const free = { vatPercent: 0, vat: 0, gross: 25_000 } as const;
    const reverse = facturX(invoiceSample('1', { ...free, vatTreatment: 'reverse-charge' }));
    expect([texts(reverse, 'CategoryCode')[0], texts(reverse, 'ExemptionReasonCode')]).toEqual(['AE', ['VATEX-EU-AE']]);
    expect(reverse).toContain('Steuerschuldnerschaft des Leistungsempfängers');
    const outside = facturX(invoiceSample('1', { ...free, vatTreatment: 'outside-scope' }));
    expect([texts(outside, 'CategoryCode')[0], texts(outside, 'ExemptionReasonCode')]).toEqual(['O', ['VATEX-EU-O']]);
    // EN 16931, rules BR-O-02 and BR-O-05: neither VAT IDs nor a rate.
    expect(outside).not.toContain('schemeID="VA"');
    expect(texts(outside, 'RateApplicablePercent')).toEqual([]);
  });

  it('has no amount due after a card payment', () => {
    const xml = facturX(invoiceSample('1', { payment: 'card' }));
    expect([texts(xml, 'TotalPrepaidAmount'), texts(xml, 'DuePayableAmount')]).toEqual([['297.50'], ['0.00']]);
    expect(texts(xml, 'IBANID')).toEqual([]);
  });

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [99, '0.99'],
    [100, '1.00'],
    [-1_234, '-12.34'],
  ])('writes %i as %s', (amount, text) => {
    expect(decimal(amount)).toBe(text);
  });
});

describe('the PDF invoice', () => {
  it.each(['deu', 'eng', 'rus'] as const)(
    'is PDF/A-3 with the electronic invoice attached, in %s',
    async (language) => {
      const invoice = invoiceSample('2026-000007', { language });
      const pdf = await invoicePdf(invoice);
      expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
      const parts = streams(pdf);
      expect(parts).toContain(facturX(invoice));
      const metadata = parts.find((part) => part.includes('<x:xmpmeta')) ?? '';
      expect(metadata).toMatch(/<pdfaid:part>3<[\s\S]*<pdfaid:conformance>B</);
      expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
      const raw = pdf.toString('latin1');
      expect(raw).toContain('/AFRelationship /Alternative');
      // PDF/A: every font is embedded.
      expect(raw.match(/\/FontFile2/g)?.length).toBe(raw.match(/\/FontDescriptor\b(?! \d)/g)?.length);
    },
  );

  it('is byte-identical each time', async () => {
    const invoice = invoiceSample('2026-000007');
    expect((await invoicePdf(invoice)).equals(await invoicePdf(invoice))).toBe(true);
  });
});

describe('downloading', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await bootServer();
  });
  afterAll(() => server.stop());

  it('returns the file to members only', async () => {
    const tenant = await createTenant(server, 'free');
    await setUpBilling(server, tenant);
    const number = await buyCredits(server, tenant, 3);
    const params = { id: tenant.organizationId, number };
    const { status, headers } = await server.call(downloadInvoice, { params, token: tenant.owner.token });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`${number}.pdf`);
    const other = await createTenant(server, 'free');
    const foreign = { id: other.organizationId, number };
    expect((await server.call(downloadInvoice, { params: foreign, token: other.owner.token })).error.code).toBe(
      'not-found',
    );
  });
});
