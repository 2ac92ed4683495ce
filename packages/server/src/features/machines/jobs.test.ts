import { createLayer } from '@berth/contract/api/layers';
import { listOrganizationMachines } from '@berth/contract/api/machines';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { addManyMachines, createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { analyzeMachines } from './jobs.ts';

const server = await sharedServer();

// Without statistics the reply is 503, after 15 seconds.
it('lists machines that are behind a layer among 10,000 that were registered just now', async () => {
  const tenant = await createTenant(server);
  await addManyMachines(server, tenant, 10_000);
  // The database counts changes with a delay, and the server's own job may be first.
  await eventually(async () => {
    await analyzeMachines(server.database.db);
    const known = "select reltuples >= 10000 as enough from pg_class where relname = 'machine_states'";
    expect(await rowsOf(server, known)).toEqual([{ enough: true }]);
  });
  const call = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
  const definition = { thinhoc: { customization: { color_primary: '#112233' } } };
  const layer = { name: 'All', scope: 'organization' as const, definition, off: [], locks: [] };
  expect((await server.call(createLayer, { ...call, body: layer })).status).toBe(201);
  const query = { filter: JSON.stringify({ where: { behind: true }, limit: 1 }) };
  expect((await server.call(listOrganizationMachines, { ...call, query })).status).toBe(200);
});
