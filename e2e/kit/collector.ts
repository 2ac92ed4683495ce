import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An error reporting service that stores what it receives. */
export interface Collector {
  /** Value for SENTRY_DSN; its host name is not in any page's default policy. */
  readonly dsn: string;
  /** The request bodies received. */
  readonly received: readonly string[];
  readonly dispose: () => Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    received.push(await text(request));
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    dsn: `http://public-key@localhost:${(server.address() as AddressInfo).port}/42`,
    received,
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
