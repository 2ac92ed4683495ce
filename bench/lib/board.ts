import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web page that tells when it has been drawn. */
export interface Board {
  readonly url: string;
  /** Resolves when the page is drawn the next time. */
  drawn(): Promise<void>;
  dispose(): Promise<void>;
}

/** The second frame begins when the first one is on its way to the screen. */
const PAGE = `<!doctype html><title>Notices</title><h1>Notices</h1><script>
requestAnimationFrame(() => requestAnimationFrame(() => fetch('/drawn', { method: 'POST' })));
</script>`;

export async function startBoard(): Promise<Board> {
  const waiting: (() => void)[] = [];
  const server = createServer((request, reply) => {
    if (request.method === 'POST') for (const resolve of waiting.splice(0)) resolve();
    reply.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    drawn: () => new Promise((resolve) => waiting.push(resolve)),
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
