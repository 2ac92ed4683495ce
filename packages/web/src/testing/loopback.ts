import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
}

/**
 * Starts a server on the loopback address for one test, and resolves relative URLs of the code under test against it.
 * An undefined `answer` leaves the request without a response.
 */
export async function startLoopback(
  answer: (request: Received) => Reply | undefined | Promise<Reply | undefined>,
): Promise<{
  readonly origin: string;
  readonly received: Received[];
  /** Paths of the requests whose responses have reached the code under test. */
  readonly answered: string[];
  readonly stop: () => Promise<void>;
}> {
  const received: Received[] = [];
  const answered: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const message = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(message);
    const reply = await answer(message);
    if (!reply) return;
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? null);
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const response = await fetch(new URL(input, origin), init);
    answered.push(input);
    return response;
  });
  vi.stubGlobal('location', { host: `127.0.0.1:${port}`, origin, pathname: '/session/local', reload: vi.fn() });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { origin, received, answered, stop };
}
