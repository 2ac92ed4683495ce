import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ClientConfig } from '@berth/contract/api/service';
import { CLOSE, type Desired, type FromMachine, GATEWAY_PATH, GATEWAY_PROTOCOL } from '@berth/contract/device/messages';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

export const ENROLLMENT_CODE = 'ABCD-EFGH-1234';

/** A minimal cloud for a fleet: its description, registration by token, and the gateway. */
export async function testCloud(desired: Desired, token: string) {
  const registered = new Map<string, { readonly name: string }>();
  const sockets = new Map<string, WebSocket>();
  const received: FromMachine[] = [];
  const server = createServer(async (request, reply) => {
    const [status, body] = await answer(request);
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    const path = request.url ?? '';
    if (path === '/config.json') return [200, configOf(url)];
    const [, id = '', call] = /^\/api\/machines\/([0-9a-f]{32})\/(\w+)$/.exec(path) ?? [];
    if (call === 'challenge') return [200, { nonce: randomUUID(), expiresInSeconds: 120 }];
    if (call === 'enroll') {
      const { code } = (await json(request)) as { code: string };
      if (code !== ENROLLMENT_CODE)
        return [400, { error: { status: 400, code: 'invalid-code', message: 'No such code.' } }];
      registered.set(id, { name: 'enrolled' });
      return [201, { organizationId: desired.organizationId, profileId: desired.profile?.id }];
    }
    if (request.headers.authorization !== `Bearer ${token}`) {
      return [401, { error: { status: 401, code: 'unauthenticated', message: 'Sign in first.' } }];
    }
    registered.set(id, (await json(request)) as { name: string });
    return [201, {}];
  }

  const gateway = new WebSocketServer({ server, path: GATEWAY_PATH });
  gateway.on('connection', (socket) => {
    socket.send(JSON.stringify({ type: 'challenge', nonce: randomUUID(), protocol: GATEWAY_PROTOCOL }));
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as FromMachine;
      received.push(message);
      if (message.type !== 'authenticate') return;
      if (!registered.has(message.id)) return socket.close(CLOSE.notRegistered);
      sockets.set(message.id, socket);
      socket.send(JSON.stringify({ type: 'welcome', desired }));
    });
  });
  onTestFinished(async () => {
    for (const client of gateway.clients) client.terminate();
    gateway.close();
    server.closeAllConnections();
    server.close();
  });
  return { url: new URL(url), registered, sockets, received };
}

function configOf(url: string): ClientConfig {
  return {
    version: 'test',
    releaseChannel: 'release',
    apiBase: `${url}/api`,
    demoApiBase: null,
    gateway: `${url.replace('http', 'ws')}${GATEWAY_PATH}`,
    identity: { authority: url, clientId: 'console', machineClientId: 'machine', scope: 'openid', implicit: false },
    signaling: [url, url, url],
    cloudHosts: [],
    errorReporting: null,
  };
}
