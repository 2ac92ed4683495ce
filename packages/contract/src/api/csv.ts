import Type from 'typebox';

/** What separates the cells of a CSV file. Spreadsheets expect their country's list separator: Germany's is a semicolon. */
export const CSV_SEPARATORS = { comma: ',', semicolon: ';' } as const;
export type CsvSeparator = keyof typeof CSV_SEPARATORS;

/** The separator that a call asks for: a comma (RFC 4180) unless given. */
export const CsvSeparator = Type.Optional(Type.Enum(Object.keys(CSV_SEPARATORS) as CsvSeparator[]));
