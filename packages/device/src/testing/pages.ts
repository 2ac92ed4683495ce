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

/** A loopback web site with one page per path; records requests. Paths that end in .bin are downloads. */
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

/** Connects to a bridge's events like its page at this path; returns the list of received events. */
export async function hearBridge(url: string, path = ''): Promise<unknown[]> {
  const heard: unknown[] = [];
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${BRIDGE_PATH}/events`,
    ['berth-bridge', await tokenOf(`${url}${path}`)],
    {
      origin: url,
    },
  );
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  await once(socket, 'open');
  onTestFinished(() => socket.terminate());
  return heard;
}

/** Calls a bridge like its page. Rejects with the message and code of the bridge's error. */
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
