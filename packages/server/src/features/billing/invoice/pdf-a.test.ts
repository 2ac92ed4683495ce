import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { invoiceSample } from '../../../testing/invoice.ts';
import { facturX } from './factur-x.ts';
import { invoicePdf } from './pdf.ts';

/** The objects of a PDF without object streams, by number; streams are decompressed. */
class Pdf {
  readonly #raw: string;
  readonly #objects: ReadonlyMap<number, string>;

  constructor(file: Buffer) {
    this.#raw = file.toString('latin1');
    const found = [...this.#raw.matchAll(/^(\d+) 0 obj\r?\n([\s\S]*?)\r?\nendobj/gm)];
    this.#objects = new Map(found.map(([, number, body = '']) => [Number(number), body]));
  }

  get trailer(): string {
    return this.#raw.slice(this.#raw.lastIndexOf('trailer'));
  }

  /** All objects whose dictionary matches. */
  where(pattern: RegExp): string[] {
    return [...this.#objects.values()].filter((body) => pattern.test(dictionary(body)));
  }

  /** The object that an entry, or the first of its list, refers to. */
  of(body: string, entry: string): string {
    const number = new RegExp(`/${entry}\\s*\\[?\\s*(\\d+) 0 R`).exec(dictionary(body))?.[1];
    return this.#objects.get(Number(number)) ?? '';
  }
}

function dictionary(body: string): string {
  return body.split(/\r?\nstream\r?\n/, 1)[0] ?? '';
}

function content(body: string): Buffer {
  const [, stream = ''] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body) ?? [];
  const bytes = Buffer.from(stream, 'latin1');
  return dictionary(body).includes('/FlateDecode') ? inflateSync(bytes) : bytes;
}

describe.each([
  ['an invoice', {}],
  ['a credit note', { corrects: { number: '2026-000006', issued: '2026-02-01' } }],
])('%s as PDF/A-3b (ISO 19005-3)', async (_, about) => {
  const invoice = invoiceSample('2026-000007', about);
  const pdf = new Pdf(await invoicePdf(invoice));
  const [catalog = ''] = pdf.where(/\/Type \/Catalog/);

  it('has the electronic invoice as an associated file with the relationship Alternative (6.8)', () => {
    const file = pdf.of(catalog, 'AF');
    expect(dictionary(file)).toMatch(/\/Type \/Filespec/);
    expect(dictionary(file)).toContain('/AFRelationship /Alternative');
    expect(dictionary(file)).toMatch(/\/F \(factur-x\.xml\)/);
    expect(dictionary(file)).toMatch(/\/UF \(factur-x\.xml\)/);
    const embedded = pdf.of(file, 'EF <<\\s*/F');
    expect(dictionary(embedded)).toMatch(/\/Type \/EmbeddedFile/);
    expect(dictionary(embedded)).toMatch(/\/Subtype \/text#2Fxml/);
    expect(dictionary(embedded)).toMatch(/\/Params[\s\S]*\/ModDate/);
    expect(content(embedded).toString()).toBe(facturX(invoice));
    expect(dictionary(pdf.of(catalog, 'Names'))).toMatch(/\/EmbeddedFiles[\s\S]*factur-x\.xml/);
  });

  it('has uncompressed XMP that matches its document information (6.6)', () => {
    const metadata = pdf.of(catalog, 'Metadata');
    expect(dictionary(metadata)).toMatch(/\/Subtype \/XML/);
    expect(dictionary(metadata)).not.toContain('/Filter');
    const xmp = content(metadata).toString();
    expect(xmp).toMatch(/<pdfaid:part>3<[\s\S]*<pdfaid:conformance>B</);
    expect(xmp).toContain('<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>');
    expect(xmp).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    // Extension schemas are described (6.6.2.3).
    for (const name of ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel']) {
      expect(xmp).toContain(`<pdfaProperty:name>${name}</pdfaProperty:name>`);
    }
    expect(xmp).toContain('2026-000007</rdf:li>');
    expect(xmp).toMatch(/<xmp:CreateDate>2026-03-01T00:00:00/);
  });

  it('has an output intent and embeds its fonts (6.2)', () => {
    const intent = pdf.of(catalog, 'OutputIntents');
    expect(dictionary(intent)).toContain('/S /GTS_PDFA1');
    const profile = content(pdf.of(intent, 'DestOutputProfile'));
    expect(profile.subarray(36, 40).toString()).toBe('acsp');
    const fonts = pdf.where(/\/Subtype \/Type0/);
    expect(fonts.length).toBeGreaterThan(0);
    for (const font of fonts) {
      expect(content(pdf.of(font, 'ToUnicode')).toString()).toContain('beginbfrange');
      const descriptor = pdf.of(pdf.of(font, 'DescendantFonts'), 'FontDescriptor');
      expect(content(pdf.of(descriptor, 'FontFile2')).length).toBeGreaterThan(1_000);
    }
    expect(pdf.where(/\/Subtype \/Type1\b|\/Subtype \/TrueType/)).toEqual([]);
  });

  it('has an identifier and no encryption, scripts, or external references (6.1, 6.5)', () => {
    expect(pdf.trailer).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
    expect(pdf.trailer).not.toContain('/Encrypt');
    expect(pdf.where(/\/(JavaScript|JS|OpenAction|AA|Launch|URI|SMask|LZWDecode)\b/)).toEqual([]);
  });
});
