import { notifyMachine } from '@berth/contract/api/machines';
import { readServerState } from '@berth/contract/api/service';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { expect, it } from 'vitest';
import { addMachine, createTenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

it('the state of the server is for platform administrators only', async () => {
  const { owner } = await createTenant(server);
  const { status, error } = await server.call(readServerState, { token: owner.token });
  expect([status, error.code]).toEqual([403, 'forbidden']);
});

it('the state of the server says what waits, the free disk space and that there is no backup', async () => {
  const { token } = await server.person({ permissions: [PLATFORM_ADMIN] });
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  const commands = async () => {
    const { reply } = await server.call(readServerState, { token });
    return reply.waiting.find(({ queue }) => queue === 'commands');
  };
  const before = (await commands())?.waiting ?? 0;
  await server.call(notifyMachine, { params: { id: machine.id }, body: { msg: 'Hello' }, token: tenant.owner.token });
  expect(await commands()).toMatchObject({ waiting: before + 1, retried: 0, oldestAt: expect.stringMatching(/^2/) });

  const { reply } = await server.call(readServerState, { token });
  expect(reply).toMatchObject({
    backup: { lastAt: null },
    archive: { on: false, failing: false },
    disk: { full: false },
  });
  expect(reply.disk.freeBytes).toBeGreaterThan(1_000_000);
  expect(reply.version).toMatch(/^\d+\.\d+/);
});
