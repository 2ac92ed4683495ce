import { Readable } from 'node:stream';
import { CSV_SEPARATORS, type CsvSeparator } from '@berth/contract/api/csv';
import type { Endpoint } from '@berth/contract/api/endpoint';
import type { FastifyReply } from 'fastify';

/** Content and name of a download. */
interface DownloadParts {
  /** Media type, one of the endpoint's `replyTypes`; with a charset for text. */
  readonly mediaType: string;
  /** Suggested file name. */
  readonly filename: string;
  /** A stream is read after the call's transaction, so it must not use it. */
  readonly content: Buffer | Readable;
}

/** A reply that is a file. Handlers return it in place of the value (`asValue`). */
export class Download {
  readonly parts: DownloadParts;

  constructor(parts: DownloadParts) {
    this.parts = parts;
  }

  /** Types it as the reply of an endpoint whose reply is Binary. */
  asValue(): string {
    return this as unknown as string;
  }
}

/**
 * Streams parts after preparing the first one, so that an early failure becomes an error reply instead of a truncated
 * file.
 */
export async function startedStream(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next();
  return Readable.from(
    (async function* () {
      if (first.done !== true) yield first.value;
      yield* parts;
    })(),
  );
}

/** Sends a file as an attachment, which is never displayed in the page's origin. */
export function sendDownload(reply: FastifyReply, endpoint: Endpoint, { parts }: Download): FastifyReply {
  const { mediaType, filename, content } = parts;
  const type = mediaType.split(';', 1)[0]?.trim() ?? '';
  if (!endpoint.replyTypes?.includes(type)) throw new Error(`${endpoint.id} does not declare replies of ${type}`);
  return reply
    .code(endpoint.status)
    .type(mediaType)
    .header('content-disposition', contentDisposition(filename))
    .send(content);
}

/** RFC 6266: an ASCII name for old clients, the full name for others. */
function contentDisposition(filename: string): string {
  const plain = filename.replaceAll(/[^\w.\- ]/g, '_');
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * One line of CSV (RFC 4180). Cells that a spreadsheet would read as a formula start with an apostrophe, because names
 * and notes may come from an attacker.
 */
export function csvLine(cells: readonly string[], separator: CsvSeparator = 'comma'): string {
  return `${cells.map(csvCell).join(CSV_SEPARATORS[separator])}\r\n`;
}

/** How a formula starts, as a class of a pattern; spreadsheets in East Asia also accept the wide forms. */
export const FORMULA_STARTS = '[=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20]';
const FORMULA = new RegExp(`^${FORMULA_STARTS}`);

/** Quotes every separator that a spreadsheet may use, not only the one of this file: what follows it could be a formula. */
function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
