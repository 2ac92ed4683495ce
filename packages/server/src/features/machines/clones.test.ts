import { readStatistics } from '@berth/contract/api/fleet';
import { listOrganizationMachines, readMachine } from '@berth/contract/api/machines';
import { CLOSE } from '@berth/contract/device/messages';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import type { TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer({ config: { trustedProxies: ['127.0.0.1'] } });

async function connectFrom(machine: TestMachine, address: string) {
  const link = await machine.connect(server.url, {}, { 'x-forwarded-for': address });
  await link.next('welcome');
  return link;
}

async function cloneOf({ owner }: Tenant, { id }: TestMachine) {
  return (await server.call(readMachine, { params: { id }, token: owner.token })).reply.clone;
}

it('a duplicate machine ID is reported with times and addresses, filterable, counted, and cleared after a day', async () => {
  const tenant = await createTenant(server);
  const [machine, other] = [await addMachine(server, tenant), await addMachine(server, tenant)];
  const called = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
  const found = async (cloned: boolean) => {
    const query = { filter: JSON.stringify({ where: { cloned } }) };
    return (await server.call(listOrganizationMachines, { ...called, query })).reply.map(({ id }) => id);
  };
  const warned = async () => (await server.call(readStatistics, called)).reply.warnings.cloned;
  const lone = await connectFrom(other, '203.0.113.9');
  const original = await connectFrom(machine, '203.0.113.1');
  expect(await cloneOf(tenant, machine)).toBeNull();

  const copy = await connectFrom(machine, '203.0.113.2');
  expect(await original.closed).toBe(CLOSE.replaced);
  await eventually(async () => expect((await cloneOf(tenant, machine))?.addresses).toHaveLength(2));
  const first = await cloneOf(tenant, machine);
  expect(first?.addresses.toSorted()).toEqual(['203.0.113.1', '203.0.113.2']);
  expect([await found(true), await found(false), await warned()]).toEqual([[machine.id], [other.id], 1]);

  const third = await connectFrom(machine, '2001:db8::3');
  await copy.closed;
  await eventually(async () => expect((await cloneOf(tenant, machine))?.addresses).toHaveLength(3));
  expect((await cloneOf(tenant, machine))?.since).toBe(first?.since);

  const past = `update machine_clones set since = since - interval '3 days', last_at = last_at - interval '25 hours'`;
  await rowsOf(server, `${past} where machine_id = $1`, [machine.id]);
  expect([await cloneOf(tenant, machine), await found(true), await warned()]).toEqual([null, [], 0]);

  const again = await connectFrom(machine, '203.0.113.1');
  await third.closed;
  await eventually(async () => expect(await cloneOf(tenant, machine)).not.toBeNull());
  const renewed = await cloneOf(tenant, machine);
  expect(renewed?.addresses.toSorted()).toEqual(['2001:db8::3', '203.0.113.1']);
  expect(Date.parse(renewed?.since ?? '')).toBeGreaterThan(Date.parse(first?.since ?? ''));
  for (const link of [again, lone]) await link.close();
});

it('a duplicate is reported again where no address is known', async () => {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  const record = () =>
    rowsOf(server, 'select record_machine_clone($1, $2, $3)', [tenant.organizationId, machine.id, []]);
  await record();
  await record();
  expect(await cloneOf(tenant, machine)).toMatchObject({ addresses: [] });
});
