import { once } from 'node:events';
import { controlMachine } from '@berth/contract/api/machine-actions';
import { listMachineRuntime, readMachine, rebootMachine, renameMachine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { ONE_TIME_CODE_MISSES_MAX, readShareCode } from '@berth/contract/api/signaling';
import { CLOSE } from '@berth/contract/device/messages';
import { REMOTE_CLOSE, REMOTE_SUBPROTOCOL } from '@berth/contract/device/remote';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { callEndpoint } from '../../testing/client.ts';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import type { TestMachine } from '../../testing/machine.ts';
import { bootNodes, type TestNodes } from '../../testing/nodes.ts';

let nodes: TestNodes;
beforeAll(async () => {
  nodes = await bootNodes();
});
afterAll(() => nodes.stop());

async function fleet(): Promise<{ readonly tenant: Tenant; readonly machine: TestMachine }> {
  const tenant = await createTenant(nodes.first);
  return { tenant, machine: await addMachine(nodes.first, tenant) };
}

const reboot = ({ owner }: Tenant, { id }: TestMachine, url = nodes.first.url) =>
  callEndpoint(url, rebootMachine, { params: { id }, token: owner.token });

async function onlineAt(url: string, { owner, organizationId }: Tenant): Promise<string[]> {
  const { reply } = await callEndpoint(url, listMachineRuntime, {
    params: { orgId: organizationId },
    token: owner.token,
  });
  return reply.filter(({ online }) => online).map(({ id }) => id);
}

/** Shown online by the first node: nodes send updates ten times a second. */
const seen = (tenant: Tenant, machine: TestMachine) =>
  eventually(async () => expect(await onlineAt(nodes.first.url, tenant)).toContain(machine.id));

it('a command on one node reaches a machine on another', async () => {
  const { tenant, machine } = await fleet();
  const link = await machine.connect(nodes.second);
  await link.next('welcome');
  await seen(tenant, machine);
  const { reply } = await reboot(tenant, machine);
  expect(await link.next('command')).toMatchObject({ id: reply.id, command: 'reboot' });
  await link.close();
});

it('a change saved on one node reaches machines on another', async () => {
  const { tenant, machine } = await fleet();
  const link = await machine.connect(nodes.second);
  await link.next('welcome');
  await nodes.first.call(changeProfile, {
    params: { id: tenant.profileId },
    token: tenant.owner.token,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: { definition: { thinhoc: { customization: { color_primary: '#123456' } } } },
  });
  let { desired } = await link.next('desired');
  // The registration hint may arrive after the machine connects.
  while (desired.profile?.revision === 1) ({ desired } = await link.next('desired'));
  expect(desired.profile).toMatchObject({
    revision: 2,
    definition: { thinhoc: { customization: { color_primary: '#123456' } } },
  });
  const rename = { params: { id: machine.id }, token: tenant.owner.token, body: { name: 'Pilot' } };
  await nodes.first.call(renameMachine, rename);
  expect((await link.next('desired')).desired.machineName).toBe('Pilot');
  await link.close();
});

it('both sides of a remote session connect across nodes', async () => {
  const { tenant, machine } = await fleet();
  const link = await machine.connect(nodes.second);
  await link.next('welcome');
  await seen(tenant, machine);
  const asked = { reason: 'Help', mode: 'control' as const, shell: false, viewerKey: 'A'.repeat(87) };
  const sent = { params: { id: machine.id }, token: tenant.owner.token, body: asked };
  const { reply } = await nodes.first.call(controlMachine, sent);
  const { payload } = await link.next('command');
  const dial = (url: string, path: string, token: string) =>
    new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, [REMOTE_SUBPROTOCOL, token]);
  // The first node owns the session; both sides connect to the second.
  const viewer = dial(nodes.second, reply.path, reply.token);
  const screen = dial(nodes.second, String(payload.path), String(payload.token));
  await Promise.all([once(viewer, 'open'), once(screen, 'open')]);

  const picture = Buffer.alloc(900_000, 'picture');
  for (const [from, to] of [
    [screen, viewer],
    [viewer, screen],
  ] as const) {
    const heard: Buffer[] = [];
    const all = new Promise<void>((resolve) => {
      to.on('message', (data: Buffer) => heard.push(data) === 5 && resolve());
    });
    for (let count = 0; count < 5; count += 1) from.send(picture);
    await all;
    expect(heard.every((data) => data.equals(picture))).toBe(true);
  }
  const [used] = await once(dial(nodes.second, reply.path, reply.token), 'error');
  expect(String(used)).toContain('401');
  const left = once(screen, 'close');
  viewer.close();
  expect((await left)[0]).toBe(REMOTE_CLOSE.left);
  await link.close();
});

it('every node shows the online machines of all nodes', async () => {
  const { tenant, machine } = await fleet();
  const link = await machine.connect(nodes.second);
  await link.next('welcome');
  await eventually(async () => expect(await onlineAt(nodes.first.url, tenant)).toEqual([machine.id]));
  expect(await onlineAt(nodes.second, tenant)).toEqual([machine.id]);
  await link.close();
  await eventually(async () => expect(await onlineAt(nodes.first.url, tenant)).toEqual([]));
});

it('the newest connection of a machine wins, and the other node closes the older one', async () => {
  const { tenant, machine } = await fleet();
  const older = await machine.connect(nodes.first.url);
  await older.next('welcome');
  const newer = await machine.connect(nodes.second);
  await newer.next('welcome');
  expect(await older.closed).toBe(CLOSE.replaced);
  expect(await onlineAt(nodes.first.url, tenant)).toEqual([machine.id]);
  const sent = { params: { id: machine.id }, token: tenant.owner.token };
  await eventually(async () =>
    expect((await nodes.first.call(readMachine, sent)).reply.clone?.addresses).toEqual(['127.0.0.1']),
  );
  newer.send({ type: 'ping' });
  await newer.next('pong');
  await newer.close();
});

it('changes during a NATS outage arrive once afterward, and local machines are not affected', async () => {
  const { tenant, machine } = await fleet();
  const near = await addMachine(nodes.first, tenant);
  const [link, nearLink] = [await machine.connect(nodes.second), await near.connect(nodes.first.url)];
  await link.next('welcome');
  await nearLink.next('welcome');
  await seen(tenant, machine);
  await nodes.nats.kill();

  const remote = await reboot(tenant, machine);
  expect(remote.status).toBe(202);
  const local = await reboot(tenant, near);
  expect(await nearLink.next('command')).toMatchObject({ id: local.reply.id });

  await nodes.nats.start();
  expect(await link.next('command')).toMatchObject({ id: remote.reply.id });
  const again = await reboot(tenant, machine);
  expect(await link.next('command')).toMatchObject({ id: again.reply.id });
  await link.close();
  await nearLink.close();
});

it('an address that guesses codes on one node is locked out on the other', async () => {
  const guess = (url: string) => callEndpoint(url, readShareCode, { params: { otc: '1deadbeef' } });
  for (let turn = 0; turn < ONE_TIME_CODE_MISSES_MAX; turn += 1) {
    expect((await guess(nodes.first.url)).error.code).toBe('invalid-code');
  }
  await eventually(async () => expect((await guess(nodes.second)).error.code).toBe('rate-limited'));
});

it('a state that a node saves late does not overwrite a newer one of another node', async () => {
  const { tenant, machine } = await fleet();
  const before = await machine.connect(nodes.first.url, { agentVersion: '1.0.0' });
  await before.next('welcome');
  const after = await machine.connect(nodes.second, { agentVersion: '2.0.0' });
  await after.next('welcome');
  await before.closed;
  await after.close();
  const version = () =>
    rowsOf(nodes.first, 'select agent_version from machine_states where machine_id = $1', [machine.id]);
  await eventually(async () => expect(await version()).toEqual([{ agent_version: '2.0.0' }]));
  await eventually(async () => expect(await onlineAt(nodes.first.url, tenant)).toEqual([]));
});

it('machines of a stopped node are offline on the others, and reconnect there', async () => {
  const { tenant, machine } = await fleet();
  const link = await machine.connect(nodes.second);
  await link.next('welcome');
  await eventually(async () => expect(await onlineAt(nodes.first.url, tenant)).toEqual([machine.id]));
  await nodes.stopSecond();
  expect(await link.closed).toBe(CLOSE.restarting);
  await eventually(async () => expect(await onlineAt(nodes.first.url, tenant)).toEqual([]));
  const again = await machine.connect(nodes.first.url);
  await again.next('welcome');
  expect(await onlineAt(nodes.first.url, tenant)).toEqual([machine.id]);
  await again.close();
});
