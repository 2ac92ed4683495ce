import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { BRIDGE_SUBPROTOCOL, type BridgeEvent } from '@berth/contract/bridge/methods';
import { type WebSocket, WebSocketServer } from 'ws';
import type { PageKind } from './guard.ts';

/** A page with more unread data than this is disconnected; it reconnects and gets full values. */
const WAITING_BYTES_MAX = 32 * 1024 * 1024;

/** Publishes changes to the connected pages over WebSockets. */
export class Events {
  readonly #server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 1_024,
    handleProtocols: () => BRIDGE_SUBPROTOCOL,
  });
  readonly #snapshot: () => readonly BridgeEvent[];
  readonly #onWatch: (kind: PageKind) => () => void;

  /**
   * @param snapshot Returns the current value of every section, for a page that connects.
   * @param onWatch Called for each page that connects; the returned function is called when it disconnects.
   */
  constructor(snapshot: () => readonly BridgeEvent[], onWatch: (kind: PageKind) => () => void) {
    this.#snapshot = snapshot;
    this.#onWatch = onWatch;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer, kind: PageKind): void {
    this.#server.handleUpgrade(request, socket, head, (page) => {
      const gone = this.#onWatch(kind);
      page.on('close', gone);
      page.on('error', () => page.terminate());
      for (const event of this.#snapshot()) page.send(JSON.stringify(event));
    });
  }

  publish(event: BridgeEvent): void {
    if (this.#server.clients.size === 0) return;
    const text = JSON.stringify(event);
    for (const page of this.#server.clients) this.#send(page, text);
  }

  close(): void {
    for (const page of this.#server.clients) page.terminate();
    this.#server.close();
  }

  #send(page: WebSocket, text: string): void {
    if (page.bufferedAmount > WAITING_BYTES_MAX) page.terminate();
    else page.send(text);
  }
}

/** Streams pictures until the request closes, each prefixed with its length in bytes as a 32-bit big-endian integer. */
export async function sendPictures(
  request: IncomingMessage,
  reply: ServerResponse,
  watch: (listener: (jpeg: Buffer) => void) => () => void,
): Promise<void> {
  request.resume();
  reply.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
  reply.flushHeaders();
  const end = watch((jpeg) => {
    // A page that reads too slowly skips this picture.
    if (reply.writableNeedDrain) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(jpeg.length);
    reply.write(Buffer.concat([length, jpeg]));
  });
  await once(reply, 'close');
  end();
}
