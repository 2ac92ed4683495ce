import { readStatistics } from '@berth/contract/api/fleet';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import { changeMonitoring } from '@berth/contract/api/organization-settings';
import type { MachineId } from '@berth/contract/ids';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

it('finds machines that are offline although they should always be online', async () => {
  const tenant = await createTenant(server);
  const { token } = tenant.owner;
  const params = { orgId: tenant.organizationId };
  const [sign, kiosk, desk] = [
    await addMachine(server, tenant, { name: 'Sign' }),
    await addMachine(server, tenant, { name: 'Kiosk' }),
    await addMachine(server, tenant, { name: 'Desk' }),
  ];
  const tag = (id: MachineId, tags: string[]) => server.call(tagMachine, { params: { id }, token, body: { tags } });
  await tag(sign.id, ['lobby', 'sign']);
  await tag(kiosk.id, ['kiosk']);
  const gone = 'update machine_states set gone_at = now() - make_interval(mins => $2) where machine_id = $1';
  for (const { id } of [sign, kiosk, desk]) await rowsOf(server, gone, [id, 6]);
  const down = async () =>
    (
      await server.call(listOrganizationMachines, { params, token, query: { filter: '{"where":{"down":true}}' } })
    ).reply.map(({ name }) => name);
  expect(await down()).toEqual([]);
  const call = { params: { id: tenant.organizationId }, token };
  const body = { alwaysOnTags: ['sign', 'kiosk'] };
  expect((await server.call(changeMonitoring, { ...call, body })).status).toBe(200);
  expect(await down()).toEqual(['Kiosk', 'Sign']);
  await rowsOf(server, gone, [kiosk.id, 4]);
  expect(await down()).toEqual(['Sign']);
  expect((await server.call(readStatistics, { params, token })).reply.warnings.down).toBe(1);
  const link = await sign.connect(server.url);
  await eventually(async () => expect(await down()).toEqual([]));
  await link.close();
});
