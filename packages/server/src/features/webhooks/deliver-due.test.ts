import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createWebhook, pingWebhook } from '@berth/contract/api/webhooks';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner, createTenant, type Tenant } from '../../testing/fleet.ts';
import { startReceiver } from '../../testing/receiver.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer({ config: { webhookNetworks: ['127.0.0.1'] } });

/** A server that takes connections and never responds; how many are open at each path. */
const open = new Map<string, Set<Socket>>();
const hanging = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (head) => {
    const path = String(head).split(' ')[1] ?? '';
    const sockets = open.get(path) ?? new Set();
    open.set(path, sockets.add(socket));
    socket.on('close', () => sockets.delete(socket));
  });
});
beforeAll(async () => {
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
});
afterAll(() => {
  for (const sockets of open.values()) for (const socket of sockets) socket.destroy();
  hanging.close();
});

async function subscribe(tenant: Tenant, url: string, pings: number): Promise<void> {
  const body = { url, events: ['members.*'] };
  const { webhook } = (await server.call(createWebhook, { ...asOwner(tenant), body })).reply;
  const params = { id: tenant.organizationId, webhookId: webhook.id };
  for (let count = 0; count < pings; count += 1) {
    await server.call(pingWebhook, { params, token: tenant.owner.token });
  }
}

it('receivers that hang delay neither other organizations nor the other receivers of their own', async () => {
  const [slow, quick] = [await createTenant(server), await createTenant(server)];
  const receiver = await startReceiver();
  const { port } = hanging.address() as AddressInfo;
  await subscribe(slow, `http://127.0.0.1:${port}/one`, 30);
  await eventually(() => expect(open.get('/one')?.size).toBe(16));
  await subscribe(slow, `http://127.0.0.1:${receiver.port}/own`, 1);
  await eventually(() => expect(receiver.received.map(({ path }) => path)).toEqual(['/own']));
  await subscribe(slow, `http://127.0.0.1:${port}/two`, 30);
  await eventually(() => expect(open.get('/two')?.size).toBe(8));
  await subscribe(quick, `http://127.0.0.1:${receiver.port}/other`, 20);
  await eventually(() => expect(receiver.received).toHaveLength(21));
  expect(Math.max(...[...open.values()].map(({ size }) => size))).toBeLessThanOrEqual(16);
  await receiver.close();
});
