import { deleteMachineView, listMachineViews, MACHINE_VIEWS_MAX, saveMachineView } from '@berth/contract/api/fleet';
import { expect, it } from 'vitest';
import { addMember, createTenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

it('views are shared within the organization, and saving one with an existing name replaces it', async () => {
  const tenant = await createTenant(server);
  const params = { orgId: tenant.organizationId };
  const { token } = tenant.owner;
  const save = (name: string, query: string) => server.call(saveMachineView, { params, token, body: { name, query } });
  const first = await save(' Kiel ', 'tag=Kiel');
  expect([first.status, first.reply.name]).toEqual([201, 'Kiel']);
  await save('Away', 'need=away');
  const again = await save('Kiel', 'tag=Kiel&sort=-state');
  expect(again.reply).toEqual({ id: first.reply.id, name: 'Kiel', query: 'tag=Kiel&sort=-state' });

  const viewer = await addMember(server, tenant, 'viewer');
  const seen = await server.call(listMachineViews, { params, token: viewer.token });
  expect(seen.reply.map(({ name }) => name)).toEqual(['Away', 'Kiel']);
  expect(
    (await server.call(saveMachineView, { params, token: viewer.token, body: { name: 'Mine', query: '' } })).status,
  ).toBe(403);

  const gone = { params: { ...params, viewId: first.reply.id }, token };
  expect((await server.call(deleteMachineView, gone)).status).toBe(204);
  expect((await server.call(deleteMachineView, gone)).status).toBe(404);
  expect((await server.call(listMachineViews, { params, token })).reply).toHaveLength(1);
});

it('the number of views is limited, also if several are saved at once', async () => {
  const tenant = await createTenant(server);
  const sent = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
  const save = (name: string) => server.call(saveMachineView, { ...sent, body: { name, query: 'q=x' } });
  await Promise.all(Array.from({ length: MACHINE_VIEWS_MAX + 20 }, (_, number) => save(`View ${number}`)));
  const { reply } = await server.call(listMachineViews, sent);
  expect(reply).toHaveLength(MACHINE_VIEWS_MAX);
  const one = await save('One more');
  expect([one.status, one.json]).toMatchObject([409, { error: { code: 'too-many-machine-views' } }]);
  expect((await save(String(reply[0]?.name))).status).toBe(201);
});
