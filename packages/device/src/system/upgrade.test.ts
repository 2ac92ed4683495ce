import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendWebhook } from '../features/buttons/webhook.ts';
import { restrictedFetch } from '../features/calendar/restricted-fetch.ts';
import { httpRequest } from './http-request.ts';

/** A server that switches to another protocol, whatever it is asked. */
const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  );
});
let address: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

test.each([
  ['a small request', () => httpRequest(new URL(address), 'GET', 5_000)],
  ["a button's webhook", () => sendWebhook({ type: 'post', url: address, headers: [] }, true)],
  ['a calendar', () => restrictedFetch(true)(address)],
])('%s ends if the server switches protocols', async (_, send) => {
  await expect(send()).rejects.toThrow();
});
