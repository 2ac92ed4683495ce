import { exportMachines } from '@berth/contract/api/fleet';
import { expect, it } from 'vitest';
import { addManyMachines, createTenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

it('a file of several pages has each machine once, in the order of their names', async () => {
  const tenant = await createTenant(server);
  const count = 2_100;
  await addManyMachines(server, tenant, count);
  const { json } = await server.call(exportMachines, {
    params: { orgId: tenant.organizationId },
    token: tenant.owner.token,
    query: {},
  });
  const names = String(json)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',')[2]);
  expect(names).toEqual(Array.from({ length: count }, (_, at) => `Desk ${at + 1}`));
});
