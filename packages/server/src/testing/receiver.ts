import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedHook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A third-party server that receives webhooks. */
export interface Receiver {
  readonly port: number;
  readonly received: readonly ReceivedHook[];
  /** Sets its response; `location` makes it a redirect. */
  answer: { readonly status: number; readonly location?: string };
  close(): Promise<void>;
}

export async function startReceiver(address = '127.0.0.1', port = 0): Promise<Receiver> {
  const received: ReceivedHook[] = [];
  const state: { answer: Receiver['answer'] } = { answer: { status: 200 } };
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    const { status, location } = state.answer;
    response.writeHead(status, location === undefined ? {} : { location }).end();
  });
  server.listen(port, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received,
    get answer() {
      return state.answer;
    },
    set answer(answer) {
      state.answer = answer;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
