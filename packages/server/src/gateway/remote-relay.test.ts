import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiKey, deleteApiKey } from '@berth/contract/api/api-keys';
import { listAudit } from '@berth/contract/api/audit';
import { controlMachine, removeMachine } from '@berth/contract/api/machine-actions';
import { renameMachine } from '@berth/contract/api/machines';
import { changeRole, removeMember } from '@berth/contract/api/members';
import { changeSwitches } from '@berth/contract/api/organization-settings';
import { REMOTE_CLOSE, REMOTE_SUBPROTOCOL } from '@berth/contract/device/remote';
import type { MachineId, OrganizationId, UserId } from '@berth/contract/ids';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createLocalBus } from '../platform/bus.ts';
import { createLogger } from '../platform/logger.ts';
import { addMachine, addMember, createTenant, type Person, type Tenant } from '../testing/fleet.ts';
import { sharedServer } from '../testing/server.ts';
import { createRemoteRelay } from './remote-relay.ts';

const asked = { reason: 'The printer is missing', mode: 'control' as const, shell: false, viewerKey: 'A'.repeat(87) };

const server = await sharedServer();

function dial(path: string, token: string): WebSocket {
  return new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, [REMOTE_SUBPROTOCOL, token]);
}

/** Both ends of a remote session, opened like console and agent do. */
async function openSession(tenant: Tenant, person: Person, { shell = false } = {}) {
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  await link.next('welcome');
  const body = { ...asked, shell };
  const { reply } = await server.call(controlMachine, { params: { id: machine.id }, token: person.token, body });
  const { payload } = await link.next('command');
  const viewer = dial(reply.path, reply.token);
  const screen = dial(String(payload.path), String(payload.token));
  await Promise.all([once(viewer, 'open'), once(screen, 'open')]);
  return { machine, viewer, screen, link, reply, payload };
}

const closeCode = async (socket: WebSocket): Promise<unknown> => (await once(socket, 'close'))[0];

describe('remote control', () => {
  it('connects viewer and machine, in both directions and in order', async () => {
    const tenant = await createTenant(server);
    const { viewer, screen, link, payload } = await openSession(tenant, tenant.owner);
    expect(payload).toMatchObject({ ...asked, by: tenant.owner.email });
    screen.send(Buffer.from('RFB 003.008\n'));
    const [greeting, isBinary] = await once(viewer, 'message');
    expect([String(greeting), isBinary]).toEqual(['RFB 003.008\n', true]);
    const parts = Array.from({ length: 200 }, (_, index) => Buffer.alloc(20_000, index));
    const received: Buffer[] = [];
    const all = new Promise<void>((resolve) => {
      screen.on('message', (data: Buffer) => {
        received.push(data);
        if (received.length === parts.length) resolve();
      });
    });
    for (const part of parts) viewer.send(part);
    await all;
    expect(Buffer.concat(received).equals(Buffer.concat(parts))).toBe(true);
    viewer.close();
    expect(await closeCode(screen)).toBe(REMOTE_CLOSE.left);
    await link.close();
  });

  it('requires a token and accepts each once', async () => {
    const tenant = await createTenant(server);
    const { viewer, screen, link, reply } = await openSession(tenant, tenant.owner);
    const wrong = Buffer.alloc(24, 1).toString('base64url');
    for (const [path, token] of [
      [reply.path, reply.token],
      [reply.path, wrong],
      [reply.path, ''],
      ['/remote/nothing', reply.token],
    ] as const) {
      const socket = token === '' ? new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`) : dial(path, token);
      const [error] = await once(socket, 'error');
      expect(String(error)).toContain('401');
    }
    for (const socket of [viewer, screen]) socket.close();
    await link.close();
  });

  it('ends right away for a member who is removed or loses the permission', async () => {
    const tenant = await createTenant(server);
    const params = { id: tenant.organizationId };
    const { token } = tenant.owner;
    const removed = await addMember(server, tenant, 'operator');
    const first = await openSession(tenant, removed);
    const ends = [closeCode(first.viewer), closeCode(first.screen)];
    await server.call(removeMember, { params, token, body: { email: removed.email } });
    expect(await Promise.all(ends)).toEqual([REMOTE_CLOSE.removed, REMOTE_CLOSE.removed]);

    const demoted = await addMember(server, tenant, 'administrator');
    const second = await openSession(tenant, demoted);
    const end = closeCode(second.viewer);
    await server.call(changeRole, { params, token, body: { email: demoted.email, role: 'operator' } });
    second.screen.send(Buffer.from('still here'));
    await once(second.viewer, 'message');
    await server.call(changeRole, { params, token, body: { email: demoted.email, role: 'viewer' } });
    expect(await end).toBe(REMOTE_CLOSE.removed);
    for (const { link } of [first, second]) await link.close();
  });

  it('ends right away when its machine is removed, and not when it is renamed', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const first = await openSession(tenant, tenant.owner);
    const ends = [closeCode(first.viewer), closeCode(first.screen)];
    await server.call(renameMachine, { params: { id: first.machine.id }, token, body: { name: 'Front desk' } });
    first.screen.send(Buffer.from('still here'));
    await once(first.viewer, 'message');
    await server.call(removeMachine, { params: { id: first.machine.id }, token });
    expect(await Promise.all(ends)).toEqual([REMOTE_CLOSE.removed, REMOTE_CLOSE.removed]);
    await first.link.close();
  });

  it('ends right away when the API key that opened it is deleted', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const params = { id: tenant.organizationId };
    const body = { name: 'Support tool', scopes: ['machine.remote' as const], expiresAt: null };
    const made = (await server.call(createApiKey, { params, token, body })).reply;
    const byKey = await openSession(tenant, { ...tenant.owner, token: made.key });
    const byPerson = await openSession(tenant, tenant.owner);
    const ends = [closeCode(byKey.viewer), closeCode(byKey.screen)];
    await server.call(deleteApiKey, { params: { ...params, keyId: made.apiKey.id }, token });
    expect(await Promise.all(ends)).toEqual([REMOTE_CLOSE.removed, REMOTE_CLOSE.removed]);
    byPerson.screen.send(Buffer.from('still here'));
    await once(byPerson.viewer, 'message');
    byPerson.viewer.close();
    for (const { link } of [byKey, byPerson]) await link.close();
  });

  it('that includes the shell ends right away with the permission or the setting for it', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const params = { id: tenant.organizationId };
    const allow = (shellCommands: boolean) => server.call(changeSwitches, { params, token, body: { shellCommands } });
    await allow(true);
    const member = await addMember(server, tenant, 'administrator');
    const demoted = await openSession(tenant, member, { shell: true });
    const plain = await openSession(tenant, tenant.owner);
    const ended = closeCode(demoted.viewer);
    await server.call(changeRole, { params, token, body: { email: member.email, role: 'operator' } });
    expect(await ended).toBe(REMOTE_CLOSE.removed);

    const shut = await openSession(tenant, tenant.owner, { shell: true });
    const ends = closeCode(shut.screen);
    await allow(false);
    expect(await ends).toBe(REMOTE_CLOSE.removed);
    plain.screen.send(Buffer.from('still here'));
    await once(plain.viewer, 'message');
    plain.viewer.close();
    for (const { link } of [demoted, plain, shut]) await link.close();
  });

  it('is in the audit log from its start to its end, with the reason', async () => {
    const tenant = await createTenant(server);
    const { viewer, screen, link } = await openSession(tenant, tenant.owner);
    screen.send(Buffer.from('hello'));
    await once(viewer, 'message');
    viewer.close();
    await closeCode(screen);
    const params = { id: tenant.organizationId };
    const entries = async () => {
      const { reply } = await server.call(listAudit, { params, token: tenant.owner.token });
      return reply.filter(({ action }) => action.startsWith('machineActions.remote'));
    };
    await expect
      .poll(async () => (await entries()).map(({ action }) => action).sort())
      .toEqual(['machineActions.remote', 'machineActions.remoteEnded']);
    const ended = (await entries()).find(({ action }) => action === 'machineActions.remoteEnded');
    const { reason, mode, shell } = asked;
    for (const { after } of await entries()) expect(after).toMatchObject({ reason, mode, shell });
    expect(ended).toMatchObject({ actor: tenant.owner.email, actorKind: 'person', targetKind: 'machine' });
    expect(ended?.after).toHaveProperty('seconds', expect.any(Number));
    await link.close();
  });

  it('includes the shell only with the permission, and if the organization allows it', async () => {
    const tenant = await createTenant(server);
    const operator = await addMember(server, tenant, 'operator');
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const sent = (token: string) => ({ params: { id: machine.id }, token, body: { ...asked, shell: true } });
    expect((await server.call(controlMachine, sent(operator.token))).error.code).toBe('forbidden');
    expect((await server.call(controlMachine, sent(tenant.owner.token))).error.code).toBe('shell-not-allowed');
    const settings = { params: { id: tenant.organizationId }, token: tenant.owner.token };
    await server.call(changeSwitches, { ...settings, body: { shellCommands: true } });
    await server.call(controlMachine, sent(tenant.owner.token));
    expect((await link.next('command')).payload).toMatchObject({ shell: true });
    await link.close();
  });

  it('requires Pro, the permission, and an online machine', async () => {
    const tenant = await createTenant(server, 'free');
    const machine = await addMachine(server, tenant);
    const sent = { params: { id: machine.id }, token: tenant.owner.token, body: asked };
    expect((await server.call(controlMachine, sent)).error.code).toBe('upgrade-required');
    const pro = await createTenant(server);
    const offline = await addMachine(server, pro);
    const refused = await server.call(controlMachine, {
      params: { id: offline.id },
      token: pro.owner.token,
      body: asked,
    });
    expect(refused.error.code).toBe('machine-offline');
    const viewer = await addMember(server, pro, 'viewer');
    const forbidden = await server.call(controlMachine, {
      params: { id: offline.id },
      token: viewer.token,
      body: asked,
    });
    expect(forbidden.error.code).toBe('forbidden');
  });
});

it('ends for both sides when one side’s network is lost silently', async () => {
  // The clock advances only with each check of the viewer, so that responding peers have time on any computer.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const times = { openMs: 60_000, maxMs: 60_000, pingMs: 10, silentMs: 200 };
  const logger = createLogger('silent');
  const relay = createRemoteRelay(
    { bus: createLocalBus(logger), logger, isShared: false, mayGoOn: async () => true },
    times,
  );
  const http = createServer().on('upgrade', relay.upgrade).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    vi.useRealTimers();
    await relay.stop();
    http.close();
  });
  await once(http, 'listening');
  const onEnd = vi.fn(async () => {});
  const owner = {
    organizationId: randomUUID() as OrganizationId,
    machineId: 'a'.repeat(32) as MachineId,
    userId: randomUUID() as UserId,
    openedBy: undefined,
    withShell: false,
    onEnd,
  };
  const { path, viewerToken, machineToken } = relay.open(owner);
  const url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}${path}`;
  const viewer = new WebSocket(url, [REMOTE_SUBPROTOCOL, viewerToken]);
  const screen = new WebSocket(url, [REMOTE_SUBPROTOCOL, machineToken], { autoPong: false });
  const left = closeCode(viewer);
  await Promise.all([once(viewer, 'open'), once(screen, 'open')]);
  await vi.waitFor(() => expect(viewer.readyState).toBe(WebSocket.CLOSED), { timeout: 60_000, interval: 10 });
  expect(await left).toBe(REMOTE_CLOSE.left);
  expect(onEnd).toHaveBeenCalledOnce();
});
