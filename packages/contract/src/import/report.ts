/** What became of a file from elsewhere, before anything is saved. */

/** Larger files are refused: a remote desktop's file has a few kilobytes, a policy file rarely more than a hundred. */
export const IMPORT_BYTES_MAX = 1_048_576;

export const IMPORT_FORMATS = ['rdp', 'chrome'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * Why a line is not taken over, or not completely.
 *
 * always: machines do this in any case. unsupported: the connection or restriction does not exist here, which can matter.
 * no-setting: there is no such setting. secret: passwords are never imported. invalid: the value does not fit the field.
 * repeated: a later line says it again. first: only the first value fits. empty: nothing is set. unknown: not a known
 * setting of the format. unreadable: not a line of the format.
 */
export const IMPORT_REASONS = [
  'always',
  'unsupported',
  'no-setting',
  'secret',
  'invalid',
  'repeated',
  'first',
  'empty',
  'unknown',
  'unreadable',
] as const;
export type ImportReason = (typeof IMPORT_REASONS)[number];

/** Lines of a file that belong together, and what became of them. */
export interface ImportEntry {
  /** The first and last line, counted from 1. */
  readonly lines: readonly [number, number];
  /** As in the file; empty if it has no name. */
  readonly name: string;
  /** As in the file, shortened; empty for a secret. */
  readonly value: string;
  /** Where its values are in the imported part, as pointers. */
  readonly fields: readonly string[];
  /** Absent if everything was taken over. */
  readonly reason?: ImportReason;
}

/** An imported file: a part of a definition, and a report of every line that is not blank. */
export interface Imported {
  readonly format: ImportFormat;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly entries: readonly ImportEntry[];
}

export const IMPORT_ERRORS = ['too-large', 'not-text', 'too-deep', 'not-json', 'unknown-format', 'nothing'] as const;

/** The file cannot be imported at all. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: (typeof IMPORT_ERRORS)[number];

  constructor(code: (typeof IMPORT_ERRORS)[number]) {
    super(`The file cannot be imported: ${code}.`);
    this.code = code;
  }
}

const VALUE_MAX = 200;

/** A value for the report. */
export function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX - 1)}…` : text;
}
