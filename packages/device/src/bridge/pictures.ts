import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers with pictures while there are any: each behind its length in four bytes. */
export async function sendPictures(
  request: IncomingMessage,
  reply: ServerResponse,
  watch: (listener: (jpeg: Buffer) => void) => () => void,
): Promise<void> {
  request.resume();
  reply.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' });
  reply.flushHeaders();
  const end = watch((jpeg) => {
    // A page that does not keep up sees the next one.
    if (reply.writableNeedDrain) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(jpeg.length);
    reply.write(Buffer.concat([length, jpeg]));
  });
  await once(reply, 'close');
  end();
}
