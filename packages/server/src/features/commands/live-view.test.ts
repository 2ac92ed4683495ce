import { listAudit } from '@berth/contract/api/audit';
import { readLiveView } from '@berth/contract/api/machine-actions';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { GATEWAY_TIMING } from '../../gateway/gateway.ts';
import { addMachine, addMember, createTenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

/** Offset of the server's clock. */
let ahead = 0;
const server = await sharedServer({
  tuning: {
    clock: { now: () => Date.now() + ahead },
    gatewayTiming: { ...GATEWAY_TIMING, deadMs: Number.POSITIVE_INFINITY },
  },
});

const [, JPEG = ''] = FULL_DEFINITION.thinhoc.customization.logo.split(',');
const PICTURE = { type: 'picture', state: 'shown', image: JPEG } as const;

it('a machine sends an image only while someone views it, and the audit log records the viewer once', async () => {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  const { token } = tenant.owner;
  const view = async (as = token) => (await server.call(readLiveView, { params: { id: machine.id }, token: as })).reply;
  expect(await view()).toMatchObject({ state: 'offline', image: null });

  const link = await machine.connect(server.url);
  await link.next('welcome');
  link.send({ ...PICTURE, image: 'dW5hc2tlZA==' });
  expect(await view()).toMatchObject({ state: 'waiting', image: null });
  await link.next('capture-screen');
  // A truncated image and an SVG are never shown.
  link.send({ ...PICTURE, image: JPEG.slice(0, 400) });
  link.send({ ...PICTURE, image: Buffer.from('<svg/>').toString('base64') });
  link.send(PICTURE);
  await eventually(async () => expect(await view()).toMatchObject({ state: 'shown', image: PICTURE.image }));
  await view();

  const entries = (await server.call(listAudit, { params: { id: tenant.organizationId }, token })).reply.filter(
    ({ action }) => action === 'machineActions.screenViewed',
  );
  expect(entries).toMatchObject([{ actor: tenant.owner.email, targetId: machine.id }]);
  await link.close();
});

it('the audit log records each viewer, again after a quarter of an hour, and nothing that was not shown', async () => {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  await link.next('welcome');
  const view = async (token: string) => (await server.call(readLiveView, { params: { id: machine.id }, token })).reply;
  const show = async () => {
    await view(tenant.owner.token);
    await link.next('capture-screen');
    link.send(PICTURE);
    await eventually(async () => expect(await view(tenant.owner.token)).toMatchObject({ state: 'shown' }));
  };
  const viewers = async () => {
    const sent = { params: { id: tenant.organizationId }, token: tenant.owner.token };
    const entries = (await server.call(listAudit, sent)).reply;
    return entries.flatMap(({ action, actor, targetKind }) =>
      action === 'machineActions.screenViewed' ? [`${actor} ${targetKind}`] : [],
    );
  };
  await view(tenant.owner.token);
  await link.next('capture-screen');
  link.send({ type: 'picture', state: 'forbidden', image: null });
  await eventually(async () => expect(await view(tenant.owner.token)).toMatchObject({ state: 'forbidden' }));
  expect(await viewers()).toEqual([]);

  ahead += 60_000;
  await show();
  const other = await addMember(server, tenant, 'administrator');
  await view(other.token);
  const owner = `${tenant.owner.email} machine`;
  expect((await viewers()).toSorted()).toEqual([owner, `${other.email} machine`].toSorted());

  // Someone who goes on viewing is recorded once.
  for (let minutes = 0; minutes < 20; minutes += 10) {
    ahead += 10 * 60_000;
    await show();
  }
  expect(await viewers()).toHaveLength(2);
  ahead += 16 * 60_000;
  await show();
  expect(await viewers()).toHaveLength(3);
  await link.close();
});

it('requires the permission for remote control, and Pro', async () => {
  const free = await createTenant(server, 'free');
  const machine = await addMachine(server, free);
  const sent = (token: string) => ({ params: { id: machine.id }, token });
  expect((await server.call(readLiveView, sent(free.owner.token))).error.code).toBe('upgrade-required');
  const viewer = await addMember(server, free, 'viewer');
  expect((await server.call(readLiveView, sent(viewer.token))).error.code).toBe('forbidden');
});

it('an image that is too large or malformed is not a valid message', async () => {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  for (const image of ['x'.repeat(50_000), '<svg onload="alert(1)">']) {
    const link = await machine.connect(server.url);
    await link.next('welcome');
    link.send({ ...PICTURE, image });
    expect(await link.closed).toBe(4400);
  }
});
