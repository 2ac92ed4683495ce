import type { Fault } from '@berth/contract/errors';
import { checkVAT, countries } from 'jsvat-next';

/** Numbers of Greece begin with EL, those of Northern Ireland with XI. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['GB', 'XI'] };

/** The number as it is written on invoices: in capitals, without blanks, dots and hyphens. */
export function canonicalVatId(text: string): string {
  return text.replaceAll(/[ .-]/g, '').toUpperCase();
}

/**
 * What is wrong with a VAT ID by its form and checksum; undefined where nothing is. Of countries whose numbers we do not
 * know, any is taken.
 */
export function vatIdFault(vatId: string, country: string): Fault | undefined {
  if (vatId.length < 4) return { path: '/vatId', rule: 'vat-id', message: 'is too short', params: { country } };
  const known = countries.filter(({ codes }) => codes[0] === country);
  if (known.length === 0) return undefined;
  const fault = (message: string): Fault => ({ path: '/vatId', rule: 'vat-id', message, params: { country } });
  const prefixes = PREFIXES[country];
  if (prefixes && !prefixes.some((prefix) => vatId.startsWith(prefix))) {
    return fault(`must begin with ${prefixes.join(' or ')}`);
  }
  const checked = checkVAT(vatId.replace(/^XI/, 'GB'), known);
  if (checked.isValid) return undefined;
  return fault(checked.isValidFormat ? 'has a wrong check digit' : `is no VAT ID of ${country}`);
}
