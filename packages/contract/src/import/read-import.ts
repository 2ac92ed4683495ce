import { readChromePolicies } from './chrome.ts';
import { readRdpFile } from './rdp.ts';
import { IMPORT_BYTES_MAX, ImportError, type Imported } from './report.ts';

/**
 * Reads a file of another product: an .rdp file of Microsoft or FreeRDP, or a Chrome policy file (JSON). Pure: nothing is
 * saved. Throws ImportError if it is none of these.
 *
 * @param fileName names a remote desktop whose file does not
 */
export function readImport(fileName: string, bytes: Uint8Array): Imported {
  if (bytes.length > IMPORT_BYTES_MAX) throw new ImportError('too-large');
  const text = textOf(bytes);
  const imported = text.trimStart().startsWith('{') ? readChromePolicies(text) : readRdpFile(fileName, text);
  if (!imported.entries.some(({ fields }) => fields.length > 0)) throw new ImportError('nothing');
  return imported;
}

/** Windows writes .rdp files as UTF-16 with a byte order mark; all others are UTF-8. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ImportError('not-text');
  }
  if (text.includes('\0')) throw new ImportError('not-text');
  return text;
}
