import type { Endpoint } from '@berth/contract/api/endpoint';
import { type CallInput, send } from '@berth/web/data/call.ts';

/** Without it spreadsheets assume a legacy national encoding and garble "Jürgen". */
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * Fetches a file reply and saves it under the server's file name. A link cannot do this: the bearer token is sent in a
 * header.
 *
 * @throws what `send` throws.
 */
export async function saveReply<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const response = await send(endpoint, input);
  saveFile(fileName(response.headers.get('content-disposition')) ?? endpoint.id, await response.blob());
}

/** The file name in a content-disposition header (RFC 6266), if any. */
export function fileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1];
}

/** Saves a file as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(forPeople(content));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Adds the byte order mark that spreadsheets need to CSV; leaves other files unchanged. */
export function forPeople(content: Blob): Blob {
  return content.type.startsWith('text/csv') ? new Blob([BYTE_ORDER_MARK, content], { type: content.type }) : content;
}
