import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A web site of one page a path, on loopback, with the requests it got. A path that ends in .bin is a file. */
export async function testPages(pages: Readonly<Record<string, string>>) {
  const visits: { path: string; userAgent: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, reply) => {
    const path = request.url ?? '/';
    visits.push({ path, userAgent: request.headers['user-agent'] ?? '', headers: request.headers });
    const html = pages[path];
    const type = path.endsWith('.bin') ? 'application/octet-stream' : 'text/html; charset=utf-8';
    reply.writeHead(html === undefined ? 404 : 200, { 'content-type': type }).end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits };
}
