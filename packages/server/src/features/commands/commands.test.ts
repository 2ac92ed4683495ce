import type { Socket } from 'node:net';
import { powerOffMachine } from '@berth/contract/api/machine-actions';
import { listMachineCommands, notifyMachine, rebootMachine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { asSystem } from '../../db/transaction.ts';
import { addMachine, addMember, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { createMachine, type MachineLink } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';
import { expireCommands } from './store-delivery.ts';

const server = await sharedServer();

const notify = ({ owner }: Tenant, id: MachineId, msg: string) =>
  server.call(notifyMachine, { params: { id }, token: owner.token, body: { msg } });
const reboot = ({ owner }: Tenant, id: MachineId) => server.call(rebootMachine, { params: { id }, token: owner.token });
const commands = async ({ owner }: Tenant, id: MachineId) =>
  (await server.call(listMachineCommands, { params: { id }, token: owner.token })).reply;
const states = async (tenant: Tenant, id: MachineId) => (await commands(tenant, id)).map(({ state }) => state);

/** Everything that the machine receives until the server answers a ping. */
async function settle(link: MachineLink): Promise<string[]> {
  const before = link.waiting.length;
  link.send({ type: 'ping' });
  const seen: string[] = [];
  while (!link.waiting.slice(before).some(({ type }) => type === 'pong')) await new Promise(setImmediate);
  for (const message of link.waiting) if (message.type === 'command') seen.push(message.id);
  return seen;
}

describe('a command', () => {
  it('reaches an online machine right away, and returns its result', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const { status, reply } = await notify(tenant, machine.id, 'Fire drill at ten');
    expect([status, reply.state, reply.author]).toEqual([202, 'delivered', tenant.owner.email]);
    const command = await link.next('command');
    expect(command).toMatchObject({ id: reply.id, command: 'notify', payload: { msg: 'Fire drill at ten' } });
    expect(command.expiresInMs).toBeGreaterThan(500_000);
    link.send({ type: 'accepted', id: command.id });
    link.send({ type: 'result', id: command.id, ok: true, output: 'shown' });
    await eventually(async () => {
      const [newest] = await commands(tenant, machine.id);
      expect(newest).toMatchObject({ id: reply.id, state: 'succeeded', result: 'shown' });
      expect(newest?.finishedAt).not.toBeNull();
    });
    await link.close();
  });

  it('arrives after earlier commands that are still waiting', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const sent = [await notify(tenant, machine.id, 'first'), await notify(tenant, machine.id, 'second')];
    // As if another node had queued the first one and its hint were still on the way.
    expect(await settle(link)).toEqual(sent.map(({ reply }) => reply.id));
    // A connection sends none again that its machine has not accepted.
    link.send({ type: 'accepted', id: `${sent[0]?.reply.id}` });
    await settle(link);
    const waiting = "update commands set state = 'queued', delivered_at = null where command_id = $1";
    await rowsOf(server, waiting, [sent[0]?.reply.id]);
    const third = await notify(tenant, machine.id, 'third');
    expect(third.reply.state).toBe('queued');
    await eventually(async () => {
      expect((await settle(link)).slice(2)).toEqual([sent[0]?.reply.id, third.reply.id]);
    });
    await link.close();
  });

  it('waits for an offline machine and is delivered once', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    await notify(tenant, machine.id, 'first');
    await notify(tenant, machine.id, 'second');
    const first = await machine.connect(server.url);
    expect((await first.next('command')).payload).toEqual({ msg: 'first' });
    const second = await first.next('command');
    first.send({ type: 'accepted', id: second.id });
    await eventually(async () => {
      const [row] = await rowsOf(server, 'select accepted_at from commands where command_id = $1', [second.id]);
      expect(row).not.toEqual({ accepted_at: null });
    });
    await first.close();

    // The first was never accepted, so it is delivered again; the second may be running, so it is not.
    const again = await machine.connect(server.url);
    const redelivered = await again.next('command');
    expect(redelivered.payload).toEqual({ msg: 'first' });
    again.send({ type: 'result', id: redelivered.id, ok: false, output: 'no screen' });
    await eventually(async () => expect(await states(tenant, machine.id)).toEqual(['delivered', 'failed']));
    expect(await settle(again)).toEqual([]);
    await again.close();
    const last = await machine.connect(server.url);
    await last.next('welcome');
    expect(await settle(last)).toEqual([]);
    await last.close();
  });

  it('that expires before delivery fails, and a late result changes nothing', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const { reply } = await notify(tenant, machine.id, 'too late');
    await rowsOf(server, "update commands set expires_at = now() - interval '1 second' where command_id = $1", [
      reply.id,
    ]);
    await asSystem(server.database.db, expireCommands);
    expect(await states(tenant, machine.id)).toEqual(['expired']);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    link.send({ type: 'result', id: reply.id, ok: true, output: 'done after all' });
    expect(await settle(link)).toEqual([]);
    expect(await commands(tenant, machine.id)).toEqual([expect.objectContaining({ state: 'expired', result: null })]);
    await link.close();
  });

  it('accepts a result from its own machine only', async () => {
    const tenant = await createTenant(server);
    const [target, other] = [await addMachine(server, tenant), await addMachine(server, tenant)];
    const { reply } = await notify(tenant, target.id, 'for the first');
    const links = [await target.connect(server.url), await other.connect(server.url)] as const;
    await links[0].next('command');
    // Before the welcome, a machine sends nothing.
    await links[1].next('welcome');
    links[1].send({ type: 'result', id: reply.id, ok: true, output: 'forged' });
    await settle(links[1]);
    expect(await states(tenant, target.id)).toEqual(['delivered']);
    for (const link of links) await link.close();
  });

  it('keeps its own result if results of several machines are stored together', async () => {
    const tenant = await createTenant(server);
    const machines = await Promise.all([1, 2, 3, 4].map(() => addMachine(server, tenant)));
    const links = await Promise.all(machines.map((machine) => machine.connect(server.url)));
    await Promise.all(links.map((link) => link.next('welcome')));
    for (const { id } of machines) await notify(tenant, id, 'Fire drill at ten');
    const sent = await Promise.all(links.map((link) => link.next('command')));
    for (const [index, link] of links.entries()) {
      link.send({ type: 'result', id: `${sent[index]?.id}`, ok: index % 2 === 0, output: `output ${index}` });
    }
    for (const [index, machine] of machines.entries()) {
      const state = index % 2 === 0 ? 'succeeded' : 'failed';
      await eventually(async () =>
        expect(await commands(tenant, machine.id)).toMatchObject([{ state, result: `output ${index}` }]),
      );
    }
    for (const link of links) await link.close();
  });

  it('requires the permission and text within the limit', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const sent = { params: { id: machine.id }, body: { msg: 'hi' } };
    const viewer = await addMember(server, tenant, 'viewer');
    const operator = await addMember(server, tenant, 'operator');
    expect((await server.call(notifyMachine, { ...sent, token: viewer.token })).error.code).toBe('forbidden');
    expect((await server.call(notifyMachine, { ...sent, token: operator.token })).status).toBe(202);
    expect((await notify(tenant, machine.id, 'x'.repeat(2_001))).error.code).toBe('invalid-input');
    expect((await notify(tenant, createMachine().id, 'hi')).error.code).toBe('not-found');
  });
});

describe('a reboot', () => {
  it('requires Pro, except on smart-series machines', async () => {
    const tenant = await createTenant(server, 'free');
    const [plain, smart] = [
      await addMachine(server, tenant),
      await addMachine(server, tenant, { deployment: 'smartsignage' }),
    ];
    for (const machine of [plain, smart]) await (await machine.connect(server.url)).next('welcome');
    expect((await reboot(tenant, plain.id)).error).toMatchObject({
      status: 402,
      code: 'upgrade-required',
      message: 'Power management and remote control require Pro.',
    });
    expect((await reboot(tenant, smart.id)).status).toBe(202);
    const powerOff = ({ id }: { id: MachineId }) =>
      server.call(powerOffMachine, { params: { id }, token: tenant.owner.token });
    expect((await powerOff(plain)).error).toMatchObject({ status: 402, code: 'upgrade-required' });
    expect((await powerOff(smart)).status).toBe(202);
  });

  it('is rejected while the machine is offline', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    expect((await reboot(tenant, machine.id)).error).toMatchObject({ status: 409, code: 'machine-offline' });
    expect(await commands(tenant, machine.id)).toEqual([]);
  });

  it('that was lost with a connection is never executed late', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const { reply } = await reboot(tenant, machine.id);
    await link.next('command');
    await link.close();
    const again = await machine.connect(server.url);
    await again.next('welcome');
    expect(await settle(again)).toEqual([]);
    // The command stays open for some seconds: the machine may have run it and send the result.
    const isOver =
      "select command_id from commands where command_id = $1 and expires_at < now() + interval '11 seconds'";
    await eventually(async () => expect(await rowsOf(server, isOver, [reply.id])).toHaveLength(1));
    expect(await states(tenant, machine.id)).toEqual(['delivered']);
    await rowsOf(server, "update commands set expires_at = now() - interval '1 second' where command_id = $1", [
      reply.id,
    ]);
    await asSystem(server.database.db, expireCommands);
    expect(await states(tenant, machine.id)).toEqual(['expired']);
    await again.close();
  });

  it('is done if its result is the last that the machine sends', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    await reboot(tenant, machine.id);
    const { id } = await link.next('command');
    // In the same packet as the close, as when the machine shuts down or the server is busy.
    const { _socket: stream } = link.socket as unknown as { readonly _socket: Socket };
    stream.cork();
    link.send({ type: 'accepted', id });
    link.send({ type: 'result', id, ok: true, output: '' });
    link.socket.close();
    stream.uncork();
    await link.closed;
    await eventually(async () => expect(await states(tenant, machine.id)).toEqual(['succeeded']));
  });

  it('that a machine received before its connection was lost gets its result after the reconnect', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    await reboot(tenant, machine.id);
    const { id } = await link.next('command');
    await link.close();
    const again = await machine.connect(server.url);
    await again.next('welcome');
    again.send({ type: 'result', id, ok: true, output: '' });
    await eventually(async () => expect(await states(tenant, machine.id)).toEqual(['succeeded']));
    again.send({ type: 'result', id, ok: false, output: '' });
    await settle(again);
    expect(await states(tenant, machine.id)).toEqual(['succeeded']);
    await again.close();
  });
});
