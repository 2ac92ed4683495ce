import { randomUUID } from 'node:crypto';
import { listAudit } from '@berth/contract/api/audit';
import { cancelBatch, listBatchCommands, listBatches, readBatch, sendBatch } from '@berth/contract/api/command-batches';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { listMachineCommands } from '@berth/contract/api/machines';
import { createWebhook, listDeliveries } from '@berth/contract/api/webhooks';
import type { MachineId } from '@berth/contract/ids';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { addMachine, addMember, createTenant, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

type Body = Parameters<typeof send>[1];
function send({ owner, organizationId }: Tenant, body: { type: 'notify' | 'reboot' } & Record<string, unknown>) {
  return server.call(sendBatch, { params: { orgId: organizationId }, token: owner.token, body });
}

describe('a command for many machines', () => {
  it('reaches machines with a tag and reports progress', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const machines = await Promise.all([1, 2, 3].map(() => addMachine(server, tenant)));
    for (const { id } of machines.slice(0, 2)) {
      await server.call(tagMachine, { params: { id }, token, body: { tags: ['lobby'] } });
    }
    const links = await Promise.all(machines.map((machine) => machine.connect(server.url)));
    await Promise.all(links.map((link) => link.next('welcome')));
    const { reply } = await send(tenant, { type: 'notify', msg: 'Lunch', tag: 'lobby' });
    expect(reply).toMatchObject({ total: 2, skipped: 0, states: { queued: 0, delivered: 2 } });
    for (const [index, link] of links.slice(0, 2).entries()) {
      const command = await link.next('command');
      expect(command.payload).toEqual({ msg: 'Lunch' });
      link.send({ type: 'result', id: command.id, ok: index === 0, output: '' });
    }
    const params = { orgId: tenant.organizationId, batchId: reply.id };
    await eventually(async () => {
      const { states } = (await server.call(readBatch, { params, token })).reply;
      expect(states).toMatchObject({ queued: 0, succeeded: 1, failed: 1 });
    });
    links[2]?.send({ type: 'ping' });
    await links[2]?.next('pong');
    expect(links[2]?.waiting).toEqual([]);
    for (const link of links) await link.close();
  });

  it('says how many of the named machines the organization does not have', async () => {
    const [tenant, other] = [await createTenant(server), await createTenant(server)];
    const [own, foreign] = [await addMachine(server, tenant), await addMachine(server, other)];
    const machineIds = [own.id, foreign.id, 'f'.repeat(32)];
    const { reply } = await send(tenant, { type: 'notify', msg: 'Lunch', machineIds });
    expect(reply).toMatchObject({ total: 1, missing: 2, skipped: 0 });
    const params = { orgId: tenant.organizationId, batchId: reply.id };
    const read = await server.call(readBatch, { params, token: tenant.owner.token });
    expect(read.reply).toMatchObject({ total: 1, missing: 2 });
  });

  it('is sent once under one key, also if its reply was lost or two calls come at once', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const body = { type: 'notify' as const, msg: 'Lunch', machineIds: [machine.id], key: randomUUID() };
    const first = await Promise.all(Array.from({ length: 5 }, () => send(tenant, body)));
    const again = await send(tenant, body);
    expect([...first, again].map(({ status, reply }) => [status, reply.id, reply.total])).toEqual(
      Array.from({ length: 6 }, () => [202, body.key, 1]),
    );
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    expect((await server.call(listMachineCommands, sent)).reply).toHaveLength(1);
    const other = await send(tenant, { type: 'reboot', machineIds: [machine.id], key: body.key });
    expect(other.error.faults?.[0]?.path).toBe('/key');
    const elsewhere = await createTenant(server);
    const own = { type: 'notify' as const, msg: 'Lunch', filter: '{}', key: body.key };
    expect((await send(elsewhere, own)).reply).toMatchObject({ id: body.key, total: 0 });
  });

  it('is one audit log entry with sender and count; each machine and webhook has its own', async () => {
    const tenant = await createTenant(server);
    const { owner, organizationId: id } = tenant;
    const machines = await Promise.all([1, 2, 3].map(() => addMachine(server, tenant)));
    const links = await Promise.all(machines.map((machine) => machine.connect(server.url)));
    await Promise.all(links.map((link) => link.next('welcome')));
    const hook = { url: 'https://hooks.example.org/', events: ['commands.finished'] };
    const { webhook } = (await server.call(createWebhook, { params: { id }, token: owner.token, body: hook })).reply;
    const { reply } = await send(tenant, { type: 'notify', msg: 'Lunch', filter: '{}' });
    for (const link of links) {
      link.send({ type: 'result', id: (await link.next('command')).id, ok: true, output: '' });
    }
    const delivered = { params: { id, webhookId: webhook.id }, token: owner.token };
    await eventually(async () => {
      const told = (await server.call(listDeliveries, delivered)).reply.map(({ event }) => event);
      expect(told).toEqual(Array(3).fill('commands.finished'));
    });
    const query = { filter: JSON.stringify({ where: { targetKind: { inq: ['batch', 'command'] } } }) };
    const { reply: entries } = await server.call(listAudit, { params: { id }, query, token: owner.token });
    expect(entries).toMatchObject([
      { action: 'commandBatches.send', actorName: owner.email, targetId: reply.id, after: { machines: 3 } },
    ]);
    for (const machine of machines) {
      const own = await server.call(listMachineCommands, { params: { id: machine.id }, token: owner.token });
      expect(own.reply).toMatchObject([{ type: 'notify', author: owner.email, state: 'succeeded' }]);
    }
    for (const link of links) await link.close();
  });

  it('arrives after earlier commands that are still waiting', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    await send(tenant, { type: 'notify', msg: 'First', machineIds: [machine.id] });
    const first = await link.next('command');
    await rowsOf(server, "update commands set state = 'queued', delivered_at = null where command_id = $1", [first.id]);
    // Accepted: otherwise it would not be sent again over this connection.
    link.send({ type: 'accepted', id: first.id });
    link.send({ type: 'ping' });
    await link.next('pong');
    await send(tenant, { type: 'notify', msg: 'Second', machineIds: [machine.id] });
    const texts = [(await link.next('command')).payload, (await link.next('command')).payload];
    expect(texts).toEqual([{ msg: 'First' }, { msg: 'Second' }]);
    await link.close();
  });

  it('is sent again if the connection ends before the machine accepts it', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const { reply } = await send(tenant, { type: 'notify', msg: 'Lunch', machineIds: [machine.id] });
    const lost = await link.next('command');
    await link.close();
    const again = await machine.connect(server.url);
    const command = await again.next('command');
    expect([command.id, command.payload]).toEqual([lost.id, { msg: 'Lunch' }]);
    again.send({ type: 'result', id: command.id, ok: true, output: '' });
    const params = { orgId: tenant.organizationId, batchId: reply.id };
    await eventually(async () => {
      const { states } = (await server.call(readBatch, { params, token: tenant.owner.token })).reply;
      expect(states).toMatchObject({ delivered: 0, succeeded: 1 });
    });
    await again.close();
  });

  it('skips offline machines if the command must not be late', async () => {
    const tenant = await createTenant(server);
    const [here, away] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    const link = await here.connect(server.url);
    await link.next('welcome');
    const { reply } = await send(tenant, { type: 'reboot', machineIds: [here.id, away.id] });
    expect(reply).toMatchObject({ total: 2, skipped: 1, states: { queued: 0, delivered: 1 } });
    expect((await link.next('command')).command).toBe('reboot');
    await link.close();
  });

  it('replies 304 until something changes', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const { id } = (await send(tenant, { type: 'notify', msg: 'Lunch', machineIds: [machine.id] })).reply;
    const sent = { params: { orgId: tenant.organizationId, batchId: id }, token: tenant.owner.token };
    const etag = String((await server.call(readBatch, sent)).headers.get('etag'));
    const headers = { 'if-none-match': etag };
    expect((await server.call(readBatch, { ...sent, headers })).status).toBe(304);

    const link = await machine.connect(server.url);
    link.send({ type: 'result', id: (await link.next('command')).id, ok: true, output: '' });
    await eventually(async () => {
      expect((await server.call(readBatch, { ...sent, headers })).reply.states.succeeded).toBe(1);
    });
    await link.close();
  });

  it('counts the messages that were read', async () => {
    const tenant = await createTenant(server);
    const machines = [await addMachine(server, tenant), await addMachine(server, tenant)];
    const machineIds = machines.map((machine) => machine.id);
    const { id } = (await send(tenant, { type: 'notify', msg: 'Lunch', machineIds })).reply;
    const links = await Promise.all(machines.map((machine) => machine.connect(server.url)));
    const [first] = await Promise.all(
      links.map(async (link) => {
        const command = (await link.next('command')).id;
        link.send({ type: 'result', id: command, ok: true, output: '' });
        return command;
      }),
    );
    const sent = { params: { orgId: tenant.organizationId, batchId: id }, token: tenant.owner.token };
    const progress = async () => (await server.call(readBatch, sent)).reply;
    await expect.poll(progress).toMatchObject({ read: 0, states: { succeeded: 2 } });
    links[0]?.send({ type: 'read', id: first ?? '' });
    await expect.poll(progress).toMatchObject({ read: 1, states: { succeeded: 2 } });
    for (const link of links) await link.close();
  });

  it('is listed with its machines and results, and can be canceled where it is not delivered yet', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const here = await addMachine(server, tenant, { name: 'Here' });
    const away = await addMachine(server, tenant, { name: 'Away' });
    const link = await here.connect(server.url);
    await link.next('welcome');
    const { id } = (await send(tenant, { type: 'notify', msg: 'Break', machineIds: [here.id, away.id] })).reply;
    link.send({ type: 'result', id: (await link.next('command')).id, ok: false, output: 'no screen' });
    const params = { orgId: tenant.organizationId, batchId: id };
    const failed = () => server.call(listBatchCommands, { params, query: { state: 'failed' }, token });
    await eventually(async () => {
      expect((await failed()).reply).toMatchObject([{ machineName: 'Here', result: 'no screen' }]);
    });

    const { reply } = await server.call(cancelBatch, { params, body: null, token });
    expect(reply.states).toMatchObject({ queued: 0, failed: 1, cancelled: 1 });
    const all = await server.call(listBatchCommands, { params, token });
    expect(all.reply.map(({ machineName, state }) => [machineName, state])).toEqual([
      ['Away', 'cancelled'],
      ['Here', 'failed'],
    ]);
    const late = await away.connect(server.url);
    await late.next('welcome');
    late.send({ type: 'ping' });
    await late.next('pong');
    expect(late.waiting).toEqual([]);
    const list = await server.call(listBatches, { params: { orgId: tenant.organizationId }, token });
    expect(list.reply).toEqual([reply]);
    await Promise.all([link.close(), late.close()]);
  });

  it('does not affect other organizations', async () => {
    const tenant = await createTenant(server);
    const foreign = await addMachine(server, await createTenant(server));
    const { reply } = await send(tenant, { type: 'notify', msg: 'x', machineIds: [foreign.id] });
    expect(reply).toMatchObject({ total: 0, states: { queued: 0 } });
    const stranger = await server.person();
    const params = { orgId: tenant.organizationId, batchId: reply.id };
    expect((await server.call(readBatch, { params, token: stranger.token })).error.code).toBe('not-found');
  });

  it('accepts a list filter and reports its errors', async () => {
    const tenant = await createTenant(server);
    for (const name of ['Counter 1', 'Counter 2', 'Printer']) await addMachine(server, tenant, { name });
    const filter = JSON.stringify({ where: { name: { like: 'Counter%' } } });
    expect((await send(tenant, { type: 'notify', msg: 'x', filter })).reply.total).toBe(2);
    const wrong = await send(tenant, { type: 'notify', msg: 'x', filter: '{"where":{"nope":1}}' });
    expect(wrong.error.code).toBe('invalid-filter');
  });

  it.each<[string, Body]>([
    ['no selection', { type: 'notify', msg: 'x' }],
    ['two selections', { type: 'notify', msg: 'x', tag: 'a', filter: '{}' }],
    ['a message missing', { type: 'notify', tag: 'a' }],
    ['an unexpected message', { type: 'reboot', msg: 'x', tag: 'a' }],
    ['no machines', { type: 'reboot', machineIds: [] as MachineId[] }],
  ])('is rejected with %s', async (_what, body) => {
    expect((await send(await createTenant(server), body)).error.code).toBe('invalid-input');
  });

  it('requires Pro where its command does, and the permission', async () => {
    const tenant = await createTenant(server, 'free');
    const machine = await addMachine(server, tenant);
    const refused = await send(tenant, { type: 'reboot', machineIds: [machine.id] });
    expect(refused.error.code).toBe('upgrade-required');
    const viewer = await addMember(server, tenant, 'viewer');
    const asViewer = await send({ ...tenant, owner: viewer }, { type: 'notify', msg: 'x', filter: '{}' });
    expect(asViewer.error.code).toBe('forbidden');
  });
});
