import type { CsvSeparator } from '@berth/contract/api/csv';
import type { Language } from '@berth/web/i18n/locales.ts';

/** How spreadsheets write CSV in the countries of a language: separator, and encoding unless it is Unicode. */
const SPREADSHEETS: Readonly<Record<Language, { readonly separator: CsvSeparator; readonly encoding: string }>> = {
  deu: { separator: 'semicolon', encoding: 'windows-1252' },
  eng: { separator: 'comma', encoding: 'windows-1252' },
  gsw: { separator: 'semicolon', encoding: 'windows-1252' },
  rus: { separator: 'semicolon', encoding: 'windows-1251' },
};

/** The separator with which a spreadsheet opens a CSV file as a table. */
export function csvSeparator(language: Language): CsvSeparator {
  return SPREADSHEETS[language].separator;
}

export interface TableText {
  readonly text: string;
  /** The encoding that was assumed, for people; undefined if the file itself tells that it is Unicode. */
  readonly assumed: string | undefined;
}

/**
 * Reads a CSV file as spreadsheets save it: UTF-8, UTF-16 with a byte order mark, or the legacy encoding of the language's
 * countries. Undefined if it is not text, such as a workbook.
 */
export function readTable(bytes: Uint8Array, language: Language): TableText | undefined {
  const [first, second] = bytes;
  const unicode =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const table = decoded(bytes, unicode) ?? decoded(bytes, SPREADSHEETS[language].encoding);
  if (!table || table.text.includes('\0')) return undefined;
  return { text: table.text, assumed: table.encoding === unicode ? undefined : table.encoding.replace('w', 'W') };
}

function decoded(bytes: Uint8Array, encoding: string) {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
  } catch {
    return undefined;
  }
}
