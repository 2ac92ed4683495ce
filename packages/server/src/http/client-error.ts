import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from './api-error.ts';

/** What Node refuses before a request exists: answered like every other error, then the connection is closed. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const refused = refusalOf(error.code);
  const id = randomUUID();
  const body = JSON.stringify(refused.toReply(id));
  const head = [
    `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${id}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

function refusalOf(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError('body-too-large', 'The headers of the request, with its cookies, exceed 16 kB.');
  }
  const isSlow = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  return new ApiError('invalid-input', isSlow ? 'The request came too slowly.' : 'Malformed request.');
}
