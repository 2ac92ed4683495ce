import { sendBatch } from '@berth/contract/api/command-batches';
import { wakeMachine } from '@berth/contract/api/machine-actions';
import { listMachineCommands } from '@berth/contract/api/machines';
import { createSchedule } from '@berth/contract/api/schedules';
import type { Hardware } from '@berth/contract/device/messages';
import { WEEKDAYS } from '@berth/contract/rules/time-zones';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { GATEWAY_TIMING } from '../../gateway/gateway.ts';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import type { MachineLink, TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

/** Offset of the server's clock. */
let ahead = 0;
const server = await sharedServer({
  tuning: {
    clock: { now: () => Date.now() + ahead },
    // Keeps silent machines online while the clock jumps.
    gatewayTiming: { ...GATEWAY_TIMING, writeMs: 20, deadMs: Number.POSITIVE_INFINITY },
  },
});

type Interface = NonNullable<Hardware['interfaces']>[number];

function hardwareOf(...interfaces: Interface[]): Hardware {
  return { model: 'PC', cpu: 'x86', memoryMb: 4_096, os: 'Berth OS', interfaces };
}

let macs = 0;
/** A wired interface with its own hardware address. */
function wired(address: string, router?: string): Interface {
  macs += 1;
  const mac = `52:54:00:00:00:${macs.toString(16).padStart(2, '0')}`;
  return { name: 'enp3s0', mac, addresses: [address, 'fd00::1'], ...(router === undefined ? {} : { router }) };
}

interface Connected extends TestMachine {
  readonly link: MachineLink;
}

async function connected(tenant: Tenant, ...interfaces: Interface[]): Promise<Connected> {
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url, { hardware: hardwareOf(...interfaces) });
  await link.next('welcome');
  const stored = `select 1 from machine_states where machine_id = '${machine.id}' and hardware is not null`;
  await eventually(async () => expect(await rowsOf(server, stored)).toHaveLength(1));
  return { ...machine, link };
}

/** A machine that reported its hardware and then went offline. */
async function asleep(tenant: Tenant, ...interfaces: Interface[]): Promise<TestMachine> {
  const machine = await connected(tenant, ...interfaces);
  await machine.link.close();
  return machine;
}

function wake({ owner }: Tenant, { id }: Pick<TestMachine, 'id'>) {
  return server.call(wakeMachine, { params: { id }, token: owner.token });
}

/** A call that the machine answers after everything sent before. */
async function expectNothing({ link }: Connected): Promise<void> {
  link.send({ type: 'ping' });
  await link.next('pong');
  expect(link.waiting).toEqual([]);
}

it('machines of its network wake a machine; the command succeeds once it is awake', async () => {
  const [tenant, stranger] = [await createTenant(server), await createTenant(server)];
  const eth = wired('10.20.4.31');
  const machine = await asleep(tenant, eth, { name: 'wlp2s0', mac: '52:54:00:ff:00:01', addresses: ['10.20.4.32'] });
  const neighbor = await connected(tenant, wired('10.20.4.40'));
  const elsewhere = await connected(tenant, wired('10.20.5.40'));
  const foreign = await connected(stranger, wired('10.20.4.50'));
  expect((await wake(tenant, machine)).status).toBe(202);
  expect(await neighbor.link.next('wake-others')).toEqual({ type: 'wake-others', macs: [eth.mac] });
  await expectNothing(elsewhere);
  await expectNothing(foreign);

  const link = await machine.connect(server.url, { hardware: hardwareOf(eth) });
  const { id, command } = await link.next('command');
  expect(command).toBe('wake');
  link.send({ type: 'result', id, ok: true, output: '' });
  await eventually(async () => {
    const { reply } = await server.call(listMachineCommands, { params: { id: machine.id }, token: tenant.owner.token });
    expect(reply.find((each) => each.id === id)?.state).toBe('succeeded');
  });
  for (const each of [neighbor, elsewhere, foreign]) await each.link.close();
  await link.close();
});

it('routers tell networks with the same addresses apart', async () => {
  const tenant = await createTenant(server);
  const eth = wired('192.168.1.20', 'aa:aa:aa:aa:aa:aa');
  const machine = await asleep(tenant, eth);
  const other = await connected(tenant, wired('192.168.1.30', 'bb:bb:bb:bb:bb:bb'));
  expect((await wake(tenant, machine)).error.code).toBe('cannot-wake');
  const same = await connected(tenant, wired('192.168.1.40', 'aa:aa:aa:aa:aa:aa'));
  expect((await wake(tenant, machine)).status).toBe(202);
  expect((await same.link.next('wake-others')).macs).toEqual([eth.mac]);
  await expectNothing(other);
  for (const each of [other, same]) await each.link.close();
});

it.each([
  ['no other machine is online in its network', [wired('10.30.1.1')]],
  ['it has no cable', [{ name: 'wlp2s0', mac: '52:54:00:ff:00:02', addresses: ['10.30.2.1'] }]],
  ['its hardware address is none', [{ ...wired('10.30.2.1'), mac: 'unknown' }]],
])('a machine cannot be woken if %s', async (_, interfaces) => {
  const tenant = await createTenant(server);
  const machine = await asleep(tenant, ...interfaces);
  const neighbor = await connected(tenant, wired('10.30.2.9'));
  const { error } = await wake(tenant, machine);
  expect(error).toMatchObject({ status: 409, code: 'cannot-wake' });
  await expectNothing(neighbor);
  await neighbor.link.close();
});

it('three machines wake a whole network with one message each; the others of the selection are skipped', async () => {
  const tenant = await createTenant(server);
  const { organizationId: orgId, owner } = tenant;
  const room = [wired('10.40.1.1'), wired('10.40.1.2'), wired('10.40.1.3')];
  const sleepers = await Promise.all(room.map((each) => asleep(tenant, each)));
  const lonely = await asleep(tenant, wired('10.40.2.1'));
  const neighbors = await Promise.all([11, 12, 13, 14].map((host) => connected(tenant, wired(`10.40.1.${host}`))));
  const machineIds = [...sleepers, lonely, ...neighbors.slice(0, 1)].map(({ id }) => id);
  const body = { type: 'wake' as const, machineIds };
  const { reply } = await server.call(sendBatch, { params: { orgId }, token: owner.token, body });
  expect(reply).toMatchObject({ total: 5, skipped: 1, states: { queued: 3, delivered: 1 } });
  const all = new Set(room.map(({ mac }) => mac));
  const woken = () => neighbors.flatMap(({ link }) => link.waiting.filter(({ type }) => type === 'wake-others'));
  await eventually(() => expect(woken()).toHaveLength(3));
  for (const message of woken()) expect(new Set((message as { readonly macs: string[] }).macs)).toEqual(all);
  for (const each of neighbors) await each.link.close();
});

it('a schedule wakes machines', async () => {
  const tenant = await createTenant(server);
  const eth = wired('10.50.1.1');
  await asleep(tenant, eth);
  const neighbor = await connected(tenant, wired('10.50.1.2'));
  const time = new Date(Date.now() + 60_000).toISOString().slice(11, 16);
  const body = {
    name: 'Morning',
    type: 'wake' as const,
    filter: '{}',
    days: [...WEEKDAYS],
    time,
    windowMinutes: 60,
    timeZone: 'UTC',
    enabled: true,
  };
  const params = { orgId: tenant.organizationId };
  expect((await server.call(createSchedule, { params, token: tenant.owner.token, body })).status).toBe(201);
  ahead += 60_000;
  expect((await neighbor.link.next('wake-others')).macs).toEqual([eth.mac]);
  await neighbor.link.close();
});
