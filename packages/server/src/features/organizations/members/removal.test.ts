import { once } from 'node:events';
import { createApiKey } from '@berth/contract/api/api-keys';
import { sendBatch } from '@berth/contract/api/command-batches';
import { controlMachine } from '@berth/contract/api/machine-actions';
import { listMachineCommands, listMachineRuntime, notifyMachine } from '@berth/contract/api/machines';
import { leaveByGet, leaveOrganization, removeMember } from '@berth/contract/api/members';
import { REMOTE_CLOSE, REMOTE_SUBPROTOCOL } from '@berth/contract/device/remote';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { addMachine, addMember, createTenant, type Person, type Tenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

const WITHIN_MS = 5_000;

/** Everything that a member can have open or pending in an organization. */
async function busyMember(tenant: Tenant) {
  const member = await addMember(server, tenant, 'administrator');
  const { token } = member;
  const params = { id: tenant.organizationId };
  const body = { name: 'Script', scopes: ['machine.read' as const], expiresAt: null };
  const { key } = (await server.call(createApiKey, { params, token, body })).reply;

  const away = await addMachine(server, tenant);
  await server.call(notifyMachine, { params: { id: away.id }, token, body: { msg: 'waits' } });
  const batch = { type: 'notify' as const, msg: 'waits too', machineIds: [away.id] };
  await server.call(sendBatch, { params: { orgId: tenant.organizationId }, token, body: batch });

  const here = await addMachine(server, tenant);
  const link = await here.connect(server.url);
  await link.next('welcome');
  const asked = { reason: 'Help', mode: 'control' as const, shell: false, viewerKey: 'A'.repeat(87) };
  const remote = (await server.call(controlMachine, { params: { id: here.id }, token, body: asked })).reply;
  const { payload } = await link.next('command');
  const [viewer, screen] = [dial(remote.path, remote.token), dial(String(payload.path), String(payload.token))];
  await Promise.all([once(viewer, 'open'), once(screen, 'open')]);
  return { member, key, away, link, viewer, screen };
}

function dial(path: string, token: string): WebSocket {
  return new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, [REMOTE_SUBPROTOCOL, token]);
}

const poll = ({ organizationId }: Tenant, token: string) =>
  server.call(listMachineRuntime, { params: { orgId: organizationId }, token });

type End = (tenant: Tenant, member: Person) => Promise<{ readonly status: number }>;
const paramsOf = ({ organizationId }: Tenant) => ({ id: organizationId });
const ends: readonly (readonly [string, End])[] = [
  [
    'is removed',
    (tenant, { email }) =>
      server.call(removeMember, { params: paramsOf(tenant), token: tenant.owner.token, body: { email } }),
  ],
  ['leaves', (tenant, { token }) => server.call(leaveOrganization, { params: paramsOf(tenant), token })],
  ['leaves by GET', (tenant, { token }) => server.call(leaveByGet, { params: paramsOf(tenant), token })],
];

it.each(ends)(
  'a member who %s has no socket, token, key or queued command left within five seconds',
  async (_how, end) => {
    const tenant = await createTenant(server);
    const { member, key, away, link, viewer, screen } = await busyMember(tenant);
    expect([(await poll(tenant, member.token)).status, (await poll(tenant, key)).status]).toEqual([200, 200]);
    const sockets = Promise.all([viewer, screen].map((socket) => once(socket, 'close')));
    const deadline = AbortSignal.timeout(WITHIN_MS);
    const late = once(deadline, 'abort').then(() => Promise.reject(new Error('later than five seconds')));

    expect((await end(tenant, member)).status).toBe(204);
    const closed = await Promise.race([sockets, late]);
    expect(closed.map(([code]) => code)).toEqual([REMOTE_CLOSE.removed, REMOTE_CLOSE.removed]);
    expect((await poll(tenant, member.token)).error.code).toBe('not-found');
    expect((await poll(tenant, key)).status).toBeGreaterThanOrEqual(401);
    const sent = { params: { id: away.id }, token: tenant.owner.token };
    const commands = (await server.call(listMachineCommands, sent)).reply;
    expect(commands.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    expect(deadline.aborted).toBe(false);
    late.catch(() => undefined);
    await link.close();
  },
);
