import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { sharedServer } from '../testing/server.ts';
import { type OpenTo, serveUpgrades } from './upgrades.ts';

const server = await sharedServer();

/** 101 if a WebSocket opens, else the status of the reply. */
async function statusOf(url: string, origin?: string): Promise<number> {
  const socket = new WebSocket(
    url.replace(/^http/, 'ws'),
    ['berth-remote', 'x'],
    origin === undefined ? {} : { origin },
  );
  const opened = once(socket, 'open').then(() => 101);
  const answered = once(socket, 'unexpected-response').then(([, { statusCode }]) => Number(statusCode));
  socket.on('error', () => undefined);
  const status = await Promise.race([opened, answered]);
  socket.terminate();
  return status;
}

const FOREIGN = ['https://evil.example', 'null', 'https://127.0.0.1.evil.example', 'file://', 'chrome-extension://abc'];

describe('a WebSocket', () => {
  it.each(['/gateway', '/remote/x', '/signaling/1/peerjs?id=abc&token=x&key=peerjs'])(
    'at %s rejects pages of other origins',
    async (path) => {
      for (const origin of FOREIGN) expect([origin, await statusOf(server.url + path, origin)]).toEqual([origin, 403]);
      expect(await statusOf(server.url + path)).not.toBe(403);
    },
  );

  it('of machines rejects all pages; remote control and peers accept our own', async () => {
    expect(await statusOf(`${server.url}/gateway`)).toBe(101);
    expect(await statusOf(`${server.url}/gateway`, server.url)).toBe(403);
    // Accepted, so that its token is checked next.
    expect(await statusOf(`${server.url}/remote/x`, server.url)).toBe(401);
    expect(await statusOf(`${server.url}/signaling/1/peerjs?id=abc&token=x&key=peerjs`, server.url)).toBe(101);
  });

  it('accepts pages of machines, on loopback addresses, for peers only', async () => {
    const http = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    const take: Parameters<typeof serveUpgrades>[2][number]['take'] = (request, stream, head) => {
      sockets.handleUpgrade(request, stream, head, (ws) => ws.close());
      return true;
    };
    const each = (openTo: OpenTo, path: string) => ({ path, openTo, take });
    serveUpgrades(http, 'https://berth.example', [
      each('no page', '/none'),
      each('own pages', '/own'),
      each('own pages and machines', '/machines'),
    ]);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    onTestFinished(() => void http.close());
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const bridge = 'http://127.0.0.1:41234';
    const rows = await Promise.all(
      ['/none', '/own', '/machines'].map(async (path) => [
        await statusOf(url + path),
        await statusOf(url + path, 'https://berth.example'),
        await statusOf(url + path, bridge),
        await statusOf(url + path, 'http://berth.example'),
      ]),
    );
    expect(rows).toEqual([
      [101, 403, 403, 403],
      [101, 101, 403, 403],
      [101, 101, 101, 403],
    ]);
    expect(await statusOf(`${url}/elsewhere`)).toBe(404);
  });
});
