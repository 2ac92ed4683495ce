import { Readable } from 'node:stream';
import type { Endpoint } from '@berth/contract/api/endpoint';
import type { FastifyReply } from 'fastify';

/** What a download is made of. */
interface DownloadParts {
  /** Media type, one of the endpoint's `replyTypes`; with a charset where it is text. */
  readonly mediaType: string;
  /** The name a browser saves it under. */
  readonly filename: string;
  /** A stream is read after the call's transaction has ended: it must not use it. */
  readonly content: Buffer | Readable;
}

/** A reply that is a file. Handlers return it in place of the value (`asValue`). */
export class Download {
  readonly parts: DownloadParts;

  constructor(parts: DownloadParts) {
    this.parts = parts;
  }

  /** For the types: the reply of an endpoint whose reply is Binary. */
  asValue(): string {
    return this as unknown as string;
  }
}

/**
 * A stream of parts whose first is made already: what fails before anything is sent is answered as an error, and not by
 * a file that breaks off.
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

/** Sends a file to be saved. It is never shown in the page's own origin, whatever is in it. */
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

/** RFC 6266: a plain name for old clients, the whole one for the others. */
function contentDisposition(filename: string): string {
  const plain = filename.replaceAll(/[^\w.\- ]/g, '_');
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * One line of RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe: names and notes
 * are written by people who may mean harm to whoever opens the file.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
