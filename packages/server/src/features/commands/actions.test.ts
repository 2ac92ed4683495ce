import { createApiKey } from '@berth/contract/api/api-keys';
import {
  cancelCommand,
  factoryResetMachine,
  powerOffMachine,
  removeMachine,
  runShellCommand,
  tagMachine,
  triggerUpdate,
} from '@berth/contract/api/machine-actions';
import {
  listMachineCommands,
  listOrganizationMachines,
  notifyMachine,
  readMachine,
  rebootMachine,
} from '@berth/contract/api/machines';
import { changeSwitches } from '@berth/contract/api/organization-settings';
import { CLOSE } from '@berth/contract/device/messages';
import { describe, expect, it } from 'vitest';
import { addMachine, addMember, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

async function online(tenant: Tenant) {
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  await link.next('welcome');
  return { link, id: machine.id, sent: { params: { id: machine.id }, token: tenant.owner.token } };
}

describe('actions on a machine', () => {
  it('reach the machine as commands', async () => {
    const { link, sent } = await online(await createTenant(server));
    for (const [endpoint, command] of [
      [rebootMachine, 'reboot'],
      [powerOffMachine, 'power-off'],
      [triggerUpdate, 'trigger-update'],
      [factoryResetMachine, 'factory-reset'],
    ] as const) {
      const { reply } = await server.call(endpoint, sent);
      expect(await link.next('command')).toMatchObject({ id: reply.id, command, payload: {} });
    }
    await link.close();
  });

  it('that cannot be delivered late are rejected while it is offline; an update waits', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    expect((await server.call(powerOffMachine, sent)).error).toMatchObject({
      code: 'machine-offline',
      message: 'The machine is offline, and this command cannot be delivered later.',
    });
    expect((await server.call(factoryResetMachine, sent)).error.code).toBe('machine-offline');
    expect((await server.call(triggerUpdate, sent)).reply.state).toBe('queued');
  });

  it('require their permissions', async () => {
    const tenant = await createTenant(server);
    const { link, sent } = await online(tenant);
    const viewer = await addMember(server, tenant, 'viewer');
    const operator = await addMember(server, tenant, 'operator');
    expect((await server.call(powerOffMachine, { ...sent, token: viewer.token })).error.code).toBe('forbidden');
    expect((await server.call(powerOffMachine, { ...sent, token: operator.token })).status).toBe(202);
    expect((await server.call(factoryResetMachine, { ...sent, token: operator.token })).error.code).toBe('forbidden');
    await link.close();
  });

  it('can be canceled while they are pending, but not later', async () => {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const { token } = tenant.owner;
    const { reply } = await server.call(triggerUpdate, { params: { id: machine.id }, token });
    const params = { id: machine.id, commandId: reply.id };
    expect((await server.call(cancelCommand, { params, token })).reply.state).toBe('cancelled');
    expect((await server.call(cancelCommand, { params, token })).error.code).toBe('command-already-delivered');
    const other = await addMachine(server, tenant);
    const elsewhere = { id: other.id, commandId: reply.id };
    expect((await server.call(cancelCommand, { params: elsewhere, token })).error.code).toBe('not-found');
    const link = await machine.connect(server.url);
    await link.next('welcome');
    link.send({ type: 'ping' });
    await link.next('pong');
    expect(link.waiting).toEqual([]);
    await link.close();
  });
});

describe('a message', () => {
  it('needs no Pro; the newest commands are listed first, as many as requested', async () => {
    const { link, sent, id } = await online(await createTenant(server, 'free'));
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      ids.unshift((await server.call(notifyMachine, { ...sent, body: { msg: String(count) } })).reply.id);
    }
    const listed = async (query: { limit?: number }) =>
      (await server.call(listMachineCommands, { params: { id }, token: sent.token, query })).reply.map(
        (each) => each.id,
      );
    expect(await listed({ limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await listed({})).toEqual(ids.slice(0, 20));
    await link.close();
  });

  it('is delivered when the machine shows it, and read when its user says so', async () => {
    const { link, sent, id } = await online(await createTenant(server));
    const { reply } = await server.call(notifyMachine, { ...sent, body: { msg: 'Closing at six' } });
    await link.next('command');
    link.send({ type: 'accepted', id: reply.id });
    link.send({ type: 'result', id: reply.id, ok: true, output: '' });
    const shown = async () =>
      (await server.call(listMachineCommands, { params: { id }, token: sent.token, query: {} })).reply[0];
    await expect.poll(shown).toMatchObject({ state: 'succeeded', readAt: null });
    link.send({ type: 'read', id: reply.id });
    await expect.poll(shown).toMatchObject({ state: 'succeeded', readAt: expect.stringContaining('T') });
    await link.close();
  });
});

describe('a shell command', () => {
  const body = { command: 'uname -a' };

  it('is rejected until an administrator turns it on, and always for operators', async () => {
    const tenant = await createTenant(server);
    const { link, sent } = await online(tenant);
    expect((await server.call(runShellCommand, { ...sent, body })).error).toMatchObject({
      code: 'shell-not-allowed',
      message: 'The organization does not allow shell commands. An administrator can turn them on.',
    });
    const params = { id: tenant.organizationId };
    await server.call(changeSwitches, { params, token: tenant.owner.token, body: { shellCommands: true } });
    const operator = await addMember(server, tenant, 'operator');
    expect((await server.call(runShellCommand, { ...sent, token: operator.token, body })).error.code).toBe('forbidden');
    expect((await server.call(runShellCommand, { ...sent, body })).status).toBe(202);
    expect(await link.next('command')).toMatchObject({ command: 'shell', payload: body });
    await link.close();
  });

  it('is answered with its own result where the caller waits', async () => {
    const tenant = await createTenant(server);
    const { link, sent } = await online(tenant);
    const params = { id: tenant.organizationId };
    await server.call(changeSwitches, { params, token: tenant.owner.token, body: { shellCommands: true } });
    const wait = (command: string) =>
      server.call(runShellCommand, { ...sent, body: { command }, query: { wait: true } });
    const first = wait('date');
    const { id } = await link.next('command');
    const second = wait('uname');
    link.send({ type: 'result', id: (await link.next('command')).id, ok: false, output: 'not found' });
    expect((await second).reply).toMatchObject({ state: 'failed', result: 'not found' });
    link.send({ type: 'result', id, ok: true, output: 'Monday' });
    expect((await first).reply).toMatchObject({ id, state: 'succeeded', result: 'Monday' });
    await link.close();
  });

  it('can be sent with a key that has the permission, and only with such a key', async () => {
    const tenant = await createTenant(server);
    const { link, sent } = await online(tenant);
    const params = { id: tenant.organizationId };
    await server.call(changeSwitches, { params, token: tenant.owner.token, body: { shellCommands: true } });
    const keyWith = async (scopes: ('machine.read' | 'machine.shell')[]) => {
      const key = { name: 'Scripts', scopes, expiresAt: null };
      return (await server.call(createApiKey, { params, token: tenant.owner.token, body: key })).reply.key;
    };
    const able = await keyWith(['machine.read', 'machine.shell']);
    expect((await server.call(runShellCommand, { ...sent, token: able, body })).status).toBe(202);
    const unable = await keyWith(['machine.read']);
    expect((await server.call(runShellCommand, { ...sent, token: unable, body })).error.code).toBe('forbidden');
    await link.close();
  });

  it('can be awaited, and is in the audit log before the machine receives it', async () => {
    const tenant = await createTenant(server);
    const { link, sent, id } = await online(tenant);
    const params = { id: tenant.organizationId };
    await server.call(changeSwitches, { params, token: tenant.owner.token, body: { shellCommands: true } });
    const waiting = server.call(runShellCommand, { ...sent, query: { wait: true }, body });
    const command = await link.next('command');
    const audited = await rowsOf(
      server,
      "select actor, after_json from audit_entries where action = 'machineActions.shellCommand' and target_id = $1",
      [id],
    );
    expect(audited).toEqual([{ actor: tenant.owner.email, after_json: expect.stringContaining('uname -a') }]);
    link.send({ type: 'accepted', id: command.id });
    link.send({ type: 'result', id: command.id, ok: true, output: 'Linux berth' });
    expect((await waiting).reply).toMatchObject({ id: command.id, state: 'succeeded', result: 'Linux berth' });
    await link.close();
  });
});

describe('tags', () => {
  it('are set, found by a filter, and rejected if malformed', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const machine = await addMachine(server, tenant, { name: 'Tagged' });
    await addMachine(server, tenant, { name: 'Bare' });
    const params = { id: machine.id };
    const tagged = await server.call(tagMachine, { params, token, body: { tags: ['lobby', 'haus:2'] } });
    expect(tagged.reply.tags).toEqual(['haus:2', 'lobby']);
    expect((await server.call(readMachine, { params, token })).reply.tags).toEqual(['haus:2', 'lobby']);
    const list = async (where: object) => {
      const query = { filter: JSON.stringify({ where }) };
      const sent = { params: { orgId: tenant.organizationId }, token, query };
      return (await server.call(listOrganizationMachines, sent)).reply.map(({ name }) => name);
    };
    expect(await list({ tags: 'lobby' })).toEqual(['Tagged']);
    expect(await list({ tags: { neq: 'lobby' } })).toEqual(['Bare']);
    expect(await list({ tags: { inq: ['roof', 'haus:2'] } })).toEqual(['Tagged']);
    for (const tags of [['two words'], [''], ['a', 'a'], ['x'.repeat(33)]]) {
      expect((await server.call(tagMachine, { params, token, body: { tags } })).error.code).toBe('invalid-input');
    }
  });
});

describe('removing a machine', () => {
  it('closes its connection and deletes it', async () => {
    const tenant = await createTenant(server);
    const { link, sent, id } = await online(tenant);
    await server.call(notifyMachine, { ...sent, body: { msg: 'bye' } });
    expect((await server.call(removeMachine, sent)).status).toBe(204);
    expect(await link.closed).toBe(CLOSE.removed);
    expect((await server.call(readMachine, sent)).error.code).toBe('not-found');
    expect((await server.call(listMachineCommands, sent)).error.code).toBe('not-found');
    expect((await server.call(removeMachine, sent)).error.code).toBe('not-found');
    expect(await rowsOf(server, 'select 1 from commands where machine_id = $1', [id])).toEqual([]);
  });
});
