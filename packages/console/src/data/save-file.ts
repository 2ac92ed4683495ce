import type { Endpoint } from '@berth/contract/api/endpoint';
import { type CallInput, send } from '@berth/web/data/call.ts';
import { saveFile as saveAs } from '../lib/save-file.ts';

/**
 * Fetches a reply that is a file and hands it to the browser to save, under the name the server gives it. Through a
 * call and not a link, because the bearer token travels in a header only.
 * @throws what `send` throws.
 */
export async function saveFile<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<void> {
  const response = await send(endpoint, input);
  saveAs(fileName(response.headers.get('content-disposition')) ?? endpoint.id, await response.blob());
}

/** The name of a file in a content-disposition header (RFC 6266); undefined where none is given. */
export function fileName(header: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(header ?? '')?.[1];
}
