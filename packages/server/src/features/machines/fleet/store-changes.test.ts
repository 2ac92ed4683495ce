import { changeMachines } from '@berth/contract/api/fleet';
import { expect, it } from 'vitest';
import { addManyMachines, addProfile, createTenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

// Where each machine was compared with each, 15 seconds were not enough: the reply was 503.
it('changes 3,000 machines that were registered just now', async () => {
  const tenant = await createTenant(server);
  await addManyMachines(server, tenant, 3_000);
  const call = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
  const profileId = await addProfile(server, tenant, 'Other');
  const tagged = await server.call(changeMachines, { ...call, body: { filter: '{}', addTags: ['b', 'a'] } });
  expect(tagged.reply).toMatchObject({ total: 3_000, changed: 3_000 });
  const again = await server.call(changeMachines, { ...call, body: { filter: '{}', addTags: ['a'] } });
  expect(again.reply).toMatchObject({ total: 3_000, changed: 0 });
  const moved = await server.call(changeMachines, { ...call, body: { filter: '{}', profileId } });
  expect(moved.reply).toMatchObject({ total: 3_000, changed: 3_000 });
});
