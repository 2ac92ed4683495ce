import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BRIDGE_PATH,
  BRIDGE_TOKEN_HEADER,
  type BridgeMethodName,
  type BridgeOutput,
} from '@berth/contract/bridge/methods';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

/** A web site on loopback with one page per path, and its requests. A path that ends in .bin is a file. */
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

/** Listens to a bridge's events as its own page does; what it has heard so far. */
export async function hearBridge(url: string): Promise<unknown[]> {
  const heard: unknown[] = [];
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${BRIDGE_PATH}/events`,
    ['berth-bridge', await tokenOf(url)],
    {
      origin: url,
    },
  );
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());
  return heard;
}

/** Calls a bridge as its own page does. Rejects with the bridge's error: its message, and its code. */
export async function callBridge<Name extends BridgeMethodName>(
  url: string,
  method: Name,
  input: unknown,
): Promise<BridgeOutput<Name>> {
  const token = await tokenOf(url);
  const reply = await fetch(`${url}${BRIDGE_PATH}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [BRIDGE_TOKEN_HEADER]: token, origin: url },
    body: JSON.stringify(input),
  });
  const body = (await reply.json()) as { result: BridgeOutput<Name>; error?: { message: string; code: string } };
  if (body.error) throw Object.assign(new Error(body.error.message), { code: body.error.code });
  return body.result;
}

/** The token in the bridge's page. */
async function tokenOf(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  return /<meta name="berth-page-token" content="([^"]+)">/.exec(page)?.[1] ?? '';
}
