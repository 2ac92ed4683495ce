import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** A web page that reports when it has been painted. */
export interface Board {
  readonly url: string;
  /** Resolves when the page is painted the next time. */
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
    drawn: async () => {
      const drawn = new Promise<void>((resolve) => waiting.push(resolve));
      const late = pause(PATIENCE_MS, undefined, { ref: false }).then(() => {
        throw new Error('the page is not drawn');
      });
      await Promise.race([drawn, late]);
    },
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
