import { createHmac } from 'node:crypto';
import { notifyMachine, renameMachine } from '@berth/contract/api/machines';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  pingWebhook,
  redeliver,
  rotateWebhookSecret,
} from '@berth/contract/api/webhooks';
import type { WebhookId } from '@berth/contract/ids';
import { DELIVERY_ATTEMPTS_MAX, retryDelay, WEBHOOKS_MAX } from '@berth/contract/rules/webhooks';
import { eventually } from '@berth/testing/wait';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMachine, asOwner, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { type Receiver, startReceiver } from '../../testing/receiver.ts';
import { bootServer, sharedServer } from '../../testing/server.ts';

let receiver: Receiver;
let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const server = await sharedServer({ config: { webhookNetworks: ['127.0.0.1'] }, tuning: { clock } });
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

async function subscribe(tenant: Tenant, events: string[]) {
  const body = { url: `http://127.0.0.1:${receiver.port}/hook`, events };
  return (await server.call(createWebhook, { ...asOwner(tenant), body })).reply;
}

function deliveries({ owner, organizationId: id }: Tenant, webhookId: WebhookId) {
  return server.call(listDeliveries, { params: { id, webhookId }, token: owner.token });
}

function rename(tenant: Tenant, id: string, name: string) {
  return server.call(renameMachine, { params: { id: id as never }, token: tenant.owner.token, body: { name } });
}

const report = () => receiver.received.map(({ body }) => JSON.parse(body));

describe('a delivery', () => {
  it('reports a change, signed, with the values before and after', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant, { name: 'Old' });
    const { secret, webhook } = await subscribe(tenant, ['machines.*']);
    await rename(tenant, machine.id, 'New');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [hook] = receiver.received;
    expect(JSON.parse(hook?.body ?? '')).toMatchObject({
      type: 'machines.rename',
      organizationId: tenant.organizationId,
      actor: { kind: 'person', name: tenant.owner.email },
      target: { kind: 'machine', id: machine.id },
      before: { name: 'Old' },
      after: { name: 'New' },
    });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = hook?.headers ?? {};
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${hook?.body}`).digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    await eventually(async () =>
      expect((await deliveries(tenant, webhook.id)).reply).toMatchObject([
        { id, event: 'machines.rename', state: 'delivered', attempts: 1, responseStatus: 200, nextAttemptAt: null },
      ]),
    );
    const stored = JSON.stringify(await rowsOf(server, 'select t::text from webhooks t'));
    expect(stored).not.toContain(secret.slice(6));
  });

  it('is made for the selected events of its own organization, while the webhook is on', async () => {
    const tenant = await createTenant(server);
    const other = await createTenant(server);
    const [mine, theirs] = [await addMachine(server, tenant), await addMachine(server, other)];
    const { webhook } = await subscribe(tenant, ['machines.rename', 'members.*']);
    await rename(other, theirs.id, 'Not mine');
    await addMachine(server, tenant);
    await rename(tenant, mine.id, 'Mine');
    const params = { id: tenant.organizationId, webhookId: webhook.id };
    const token = tenant.owner.token;
    await eventually(() => expect(report().map(({ after }) => after.name)).toEqual(['Mine']));
    await server.call(changeWebhook, { params, token, body: { enabled: false } });
    await rename(tenant, mine.id, 'Silent');
    await server.call(changeWebhook, { params, token, body: { enabled: true } });
    await rename(tenant, mine.id, 'Loud');
    await eventually(() => expect(report().map(({ after }) => after.name)).toEqual(['Mine', 'Loud']));
  });

  it('is found also behind the newest hundred', async () => {
    const tenant = await createTenant(server);
    const { webhook } = await subscribe(tenant, ['profiles.create']);
    await rowsOf(
      server,
      `insert into webhook_deliveries (organization_id, delivery_id, webhook_id, event, body, state, created_at)
       select $1, gen_random_uuid(), $2, 'machines.rename', '{}', 'failed', now() - interval '1 minute' * i
       from generate_series(1, 130) as i`,
      [tenant.organizationId, webhook.id],
    );
    const page = async (skip: number) => {
      const params = { id: tenant.organizationId, webhookId: webhook.id };
      const sent = { params, query: { limit: 100, skip }, token: tenant.owner.token };
      return (await server.call(listDeliveries, sent)).reply.map(({ id }) => id);
    };
    expect(new Set([...(await page(0)), ...(await page(100))]).size).toBe(130);
  });

  it('is not made for a failed call', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const { webhook } = await subscribe(tenant, ['*']);
    await rename(tenant, machine.id, '');
    expect((await deliveries(tenant, webhook.id)).reply.map(({ event }) => event)).toEqual(['webhooks.create']);
  });

  it("reports a machine's connects and disconnects, and the results of its commands", async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await subscribe(tenant, ['machines.online', 'machines.offline', 'commands.finished']);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const types = () => report().map(({ type }) => type);
    await eventually(() => expect(types()).toEqual(['machines.online']));
    const command = { params: { id: machine.id }, token: tenant.owner.token, body: { msg: 'Hello' } };
    const { id } = (await server.call(notifyMachine, command)).reply;
    await link.next('command');
    link.send({ type: 'result', id, ok: true, output: 'shown' });
    await eventually(() => expect(types()).toEqual(['machines.online', 'commands.finished']));
    await link.close();
    await eventually(() => expect(types()).toEqual(['machines.online', 'commands.finished', 'machines.offline']));
    expect(report()[0]).toMatchObject({ target: { kind: 'machine', id: machine.id } });
    expect(report()[1]).toMatchObject({
      actor: { kind: 'machine', id: machine.id },
      target: { id },
      after: { ok: true, type: 'notify' },
    });
  });

  it('reports two machines with one key, but not a reconnect', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await subscribe(tenant, ['machines.cloned']);
    const connect = async () => {
      const link = await machine.connect(server.url);
      await link.next('welcome');
      return link;
    };
    const lost = await connect();
    lost.socket.terminate();
    const original = await connect();
    const copy = await connect();
    await original.closed;
    await eventually(() => expect(report()).toHaveLength(1));
    expect(report()[0]).toMatchObject({ type: 'machines.cloned', target: { kind: 'machine', id: machine.id } });
    await copy.close();
  });
});

describe('a receiver that fails', () => {
  it('is retried with growing delays until it expires, and again on request', async () => {
    const tenant = await createTenant(server);
    const { webhook } = await subscribe(tenant, ['machines.*']);
    const params = { id: tenant.organizationId, webhookId: webhook.id };
    receiver.answer = { status: 503 };
    await server.call(pingWebhook, { params, token: tenant.owner.token });
    const state = async () => (await deliveries(tenant, webhook.id)).reply[0];
    for (let attempt = 1; attempt < DELIVERY_ATTEMPTS_MAX; attempt += 1) {
      await eventually(async () => {
        const { nextAttemptAt, lastAttemptAt, ...rest } = (await state()) ?? {};
        expect(rest).toMatchObject({ attempts: attempt, responseStatus: 503 });
        const wait = Date.parse(nextAttemptAt ?? '') - Date.parse(lastAttemptAt ?? '');
        expect(wait).toBeGreaterThanOrEqual(retryDelay(attempt));
        expect(wait).toBeLessThan(retryDelay(attempt) * 1.2 + 10_000);
      });
      ahead += retryDelay(attempt) * 1.2 + 10_000;
    }
    await eventually(async () =>
      expect(await state()).toMatchObject({
        state: 'failed',
        attempts: DELIVERY_ATTEMPTS_MAX,
        nextAttemptAt: null,
        failure: 'status',
        error: 'The receiver responded with 503',
      }),
    );
    expect(receiver.received).toHaveLength(DELIVERY_ATTEMPTS_MAX);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    receiver.answer = { status: 204 };
    const { id: deliveryId } = (await state()) ?? {};
    if (!deliveryId) throw new Error('There is no delivery');
    await server.call(redeliver, { params: { ...params, deliveryId }, token: tenant.owner.token });
    await eventually(async () => expect(await state()).toMatchObject({ state: 'delivered', responseStatus: 204 }));
  });

  it('cannot redirect to a private address', async () => {
    const tenant = await createTenant(server);
    const inside = await startReceiver();
    const { webhook } = await subscribe(tenant, ['machines.*']);
    receiver.answer = { status: 302, location: `http://127.0.0.1:${inside.port}/` };
    const params = { id: tenant.organizationId, webhookId: webhook.id };
    await server.call(pingWebhook, { params, token: tenant.owner.token });
    await eventually(async () =>
      expect((await deliveries(tenant, webhook.id)).reply).toMatchObject([
        { state: 'queued', responseStatus: 302, failure: 'redirect', error: 'Redirects are not followed' },
      ]),
    );
    expect(inside.received).toEqual([]);
    await inside.close();
  });
});

describe('managing', () => {
  it('signs with the new secret after a change, and stops when deleted', async () => {
    const tenant = await createTenant(server);
    const { webhook, secret } = await subscribe(tenant, ['members.*']);
    const call = { params: { id: tenant.organizationId, webhookId: webhook.id }, token: tenant.owner.token };
    const rotated = (await server.call(rotateWebhookSecret, call)).reply.secret;
    expect(rotated).not.toBe(secret);
    await server.call(pingWebhook, call);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [hook] = receiver.received;
    if (!hook) throw new Error('Nothing was received');
    const { headers, body } = hook;
    const key = Buffer.from(rotated.replace('whsec_', ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    expect((await server.call(deleteWebhook, call)).status).toBe(204);
    expect((await server.call(listWebhooks, asOwner(tenant))).reply).toEqual([]);
    expect((await deliveries(tenant, webhook.id)).error.code).toBe('not-found');
  });

  it.each([
    ['http://127.0.0.2/', 'must be reachable on the public internet'],
    ['https://2130706434/', 'must be reachable on the public internet'],
    ['https://[::ffff:10.0.0.1]/', 'must be reachable on the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'must be reachable on the public internet'],
    ['https://user:secret@example.org/', 'must not contain a user name or password'],
    ['https://exa mple.org/', 'does not have the form that is asked for'],
    ['https://[::1', 'is malformed'],
  ])('rejects the address %s', async (url, message) => {
    const tenant = await createTenant(server);
    const { status, error } = await server.call(createWebhook, { ...asOwner(tenant), body: { url, events: ['*'] } });
    expect([status, error.code, error.faults?.[0]?.path]).toEqual([400, 'invalid-input', '/url']);
    if (!url.includes(' ')) expect(error.faults?.[0]?.message).toBe(message);
  });

  it('rejects plain HTTP without an opened network, and unknown events', async () => {
    const strict = await bootServer();
    const tenant = await createTenant(strict);
    const make = (url: string, events: string[]) =>
      strict.call(createWebhook, { ...asOwner(tenant), body: { url, events } });
    expect((await make('http://example.org/', ['*'])).error.faults?.[0]?.message).toBe('must begin with https://');
    const { error } = await make('https://example.org/', ['machines.*', 'planets.*']);
    expect(error.faults?.[0]).toMatchObject({ path: '/events/1', rule: 'event' });
    expect((await make('https://example.org/', ['machines.rename'])).status).toBe(201);
    await strict.stop();
  });
});

it('the number of webhooks is limited, also if several are created at once', async () => {
  const tenant = await createTenant(server);
  const body = { url: `http://127.0.0.1:${receiver.port}/hook`, events: ['members.*'] };
  const create = () => server.call(createWebhook, { ...asOwner(tenant), body });
  const made = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 5 }, create));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(WEBHOOKS_MAX);
  expect((await create()).error.code).toBe('too-many-webhooks');
});
